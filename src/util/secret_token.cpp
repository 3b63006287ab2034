#include "util/secret_token.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "util/ascii.h"

namespace context_rot {

namespace {

using Alphabet = bool (*)(char);
bool hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool capitals(char c) {
  return is_digit(c) || is_upper(c);
}
bool dashed(char c) {
  return is_word_char(c) || c == '-';
}
bool dotted(char c) {
  return dashed(c) || c == '.';
}
bool base64(char c) {
  return dotted(c) || c == '+' || c == '/' || c == '=';
}
bool path(char c) {
  return dashed(c) || c == '/';
}

/// A token that is a fixed word and a run of characters of one alphabet.
struct Form {
  std::string_view prefix;
  std::string_view kind;
  Alphabet alphabet;
  std::uint16_t least;      ///< characters behind the prefix
  std::uint16_t most = 0;   ///< 0: any number; else the run must end there
  bool needs_digit = true;  ///< among the first `least` characters: words have none
  std::uint16_t shown = 0;  ///< characters of the prefix that are no secret and stay
};

// Forms that the makers document or that the public lists for scanners have (of gitleaks' default
// rules the first sixth was looked through, in December 2026), as far as they are known without a
// name in front of them.
// Sorted by nothing: the first that fits counts, so a longer prefix stands before a shorter one.
constexpr std::array forms{
    Form{"AKIA", "AWS access key id", capitals, 16, 16, false},
    Form{"ASIA", "AWS access key id", capitals, 16, 16, false},
    Form{"ABIA", "AWS access key id", capitals, 16, 16, false},
    Form{"ghp_", "GitHub token", is_alnum, 36},
    Form{"gho_", "GitHub token", is_alnum, 36},
    Form{"ghu_", "GitHub token", is_alnum, 36},
    Form{"ghs_", "GitHub token", is_alnum, 36},
    Form{"ghr_", "GitHub token", is_alnum, 36},
    Form{"github_pat_", "GitHub token", is_word_char, 22},
    Form{"glpat-", "GitLab token", dotted, 20},
    Form{"gldt-", "GitLab token", dashed, 20},
    Form{"glrt-", "GitLab token", dotted, 20},
    Form{"glptt-", "GitLab token", dashed, 20},
    Form{"glcbt-", "GitLab token", dashed, 20},
    Form{"glsoat-", "GitLab token", dashed, 20},
    Form{"xoxb-", "Slack token", dashed, 20},
    Form{"xoxp-", "Slack token", dashed, 20},
    Form{"xoxa-", "Slack token", dashed, 20},
    Form{"xoxr-", "Slack token", dashed, 20},
    Form{"xoxs-", "Slack token", dashed, 20},
    Form{"xoxe.", "Slack token", dotted, 20},
    Form{"xapp-", "Slack token", dashed, 20},
    Form{"hooks.slack.com/services/", "Slack webhook", path, 20, 0, true, 25},
    Form{"hooks.slack.com/workflows/", "Slack webhook", path, 20, 0, true, 26},
    Form{"hooks.slack.com/triggers/", "Slack webhook", path, 20, 0, true, 25},
    Form{"discord.com/api/webhooks/", "Discord webhook", path, 40, 0, true, 25},
    Form{"discordapp.com/api/webhooks/", "Discord webhook", path, 40, 0, true, 28},
    Form{"sk_live_", "Stripe key", is_alnum, 16},
    Form{"sk_test_", "Stripe key", is_alnum, 16},
    Form{"rk_live_", "Stripe key", is_alnum, 16},
    Form{"rk_test_", "Stripe key", is_alnum, 16},
    Form{"whsec_", "Stripe webhook secret", base64, 24},
    Form{"sk-ant-", "Anthropic key", dashed, 20},
    Form{"sk-or-v1-", "OpenRouter key", hex, 40},
    Form{"sk-proj-", "OpenAI key", dashed, 20},
    Form{"sk-svcacct-", "OpenAI key", dashed, 20},
    Form{"sk-admin-", "OpenAI key", dashed, 20},
    Form{"sk-", "OpenAI key", is_alnum, 32},
    Form{"AIza", "Google API key", dashed, 35, 35, false},
    Form{"GOCSPX-", "Google client secret", dashed, 24, 0, false},
    Form{"ya29.", "Google access token", dashed, 20},
    Form{"npm_", "npm token", is_alnum, 36},
    Form{"pypi-AgE", "PyPI token", dashed, 40},
    Form{"hf_", "Hugging Face token", is_alnum, 30, 0, false},
    Form{"SK", "Twilio key", hex, 32, 32},
    Form{"dop_v1_", "DigitalOcean token", hex, 40},
    Form{"doo_v1_", "DigitalOcean token", hex, 40},
    Form{"dor_v1_", "DigitalOcean token", hex, 40},
    Form{"AGE-SECRET-KEY-1", "age key", capitals, 50, 0, false},
    Form{"shpat_", "Shopify token", hex, 32},
    Form{"shpss_", "Shopify token", hex, 32},
    Form{"shpca_", "Shopify token", hex, 32},
    Form{"shppa_", "Shopify token", hex, 32},
    Form{"sq0atp-", "Square token", dashed, 22, 0, false},
    Form{"sq0csp-", "Square token", dashed, 40, 0, false},
    Form{"lin_api_", "Linear key", is_alnum, 32},
    Form{"dapi", "Databricks token", hex, 32, 34},
    Form{"ATATT3", "Atlassian token", base64, 60},
    Form{"hvs.", "Vault token", dashed, 24},
    Form{"dckr_pat_", "Docker token", dashed, 20, 0, false},
    Form{"glsa_", "Grafana token", is_word_char, 32},
    Form{"sntrys_", "Sentry token", base64, 40},
    Form{"figd_", "Figma token", dashed, 30},
    Form{"PMAK-", "Postman key", dashed, 40},
    Form{"NRAK-", "New Relic key", is_alnum, 27},
    Form{"gsk_", "Groq key", is_alnum, 40},
    Form{"r8_", "Replicate token", is_alnum, 36},
    Form{"xai-", "xAI key", is_alnum, 60},
    Form{"pplx-", "Perplexity key", is_alnum, 40},
    Form{"sbp_", "Supabase token", hex, 40},
    Form{"rubygems_", "RubyGems key", hex, 40},
    Form{"pul-", "Pulumi token", hex, 40},
    Form{"fm1_", "Fly.io token", base64, 40},
    Form{"fm2_", "Fly.io token", base64, 40},
    Form{"fo1_", "Fly.io token", dashed, 40},
    Form{"HRKU-", "Heroku key", dashed, 36},
    Form{"1//0", "Google refresh token", dashed, 40},
    Form{"key-", "Mailgun key", hex, 32, 32},
    Form{"ntn_", "Notion token", is_alnum, 40},
    Form{"secret_", "Notion token", is_alnum, 43, 43},
    Form{"onetimesecret.com/secret/", "one-time link", path, 20, 0, true, 25},
    Form{"privnote.com/", "one-time link", path, 8, 0, true, 13},
    Form{"send.bitwarden.com/#", "one-time link", path, 20, 0, true, 20},
    Form{"share.1password.com/s#", "one-time link", path, 20, 0, true, 22},
    Form{"ops_eyJ", "1Password token", base64, 100},
    Form{"LTAI", "Alibaba key id", is_alnum, 20, 20},
    Form{"AKCp", "Artifactory key", is_alnum, 60},
    Form{"dp.pt.", "Doppler token", is_alnum, 40},
    Form{"dp.st.", "Doppler token", dotted, 40},
    Form{"dt0c01.", "Dynatrace token", dotted, 80},
    Form{"duffel_live_", "Duffel token", dashed, 40},
    Form{"duffel_test_", "Duffel token", dashed, 40},
    Form{"EZAK", "EasyPost key", is_alnum, 54},
    Form{"EZTK", "EasyPost key", is_alnum, 54},
    Form{"FLWSECK", "Flutterwave key", dashed, 12},
    Form{"fio-u-", "Frame.io token", dashed, 60},
    Form{"glagent-", "GitLab token", dashed, 40},
    Form{"glft-", "GitLab token", dashed, 20},
    Form{"glimt-", "GitLab token", dashed, 20},
    Form{"gloas-", "GitLab token", dashed, 40},
    Form{"glc_", "Grafana token", base64, 32},
    Form{"api_org_", "Hugging Face token", is_alnum, 30, 0, false},
    Form{"NRII-", "New Relic key", dashed, 32},
    Form{"sha256~", "OpenShift token", dashed, 43},
    Form{"pnu_", "Prefect token", is_alnum, 36},
    Form{"pscale_tkn_", "PlanetScale token", dotted, 32},
    Form{"pscale_pw_", "PlanetScale password", dotted, 32},
    Form{"pscale_oauth_", "PlanetScale token", dotted, 32},
    Form{"rdme_", "ReadMe key", is_alnum, 60},
    Form{"tk-us-", "Scalingo token", dashed, 40},
    Form{"xkeysib-", "Brevo key", dashed, 60},
    Form{"sgp_", "Sourcegraph token", is_word_char, 40},
    Form{"shippo_live_", "Shippo token", hex, 40},
    Form{"shippo_test_", "Shippo token", hex, 40},
    Form{"sntryu_", "Sentry token", hex, 60},
    Form{"tfp_", "Typeform token", dotted, 40},
    Form{"hvb.", "Vault token", dashed, 100},
    Form{"phx_", "PostHog key", is_alnum, 40},
    Form{"nfp_", "Netlify token", is_alnum, 36},
    Form{"CCIPAT_", "CircleCI token", is_word_char, 40},
    Form{"bkua_", "Buildkite token", hex, 40},
    Form{"tskey-", "Tailscale key", dashed, 30},
    Form{"pcsk_", "Pinecone key", is_word_char, 40},
    Form{"lsv2_", "LangSmith key", is_word_char, 40},
    Form{"tvly-", "Tavily key", dashed, 24},
    Form{"csk-", "Cerebras key", is_alnum, 40},
    Form{"re_", "Resend key", is_word_char, 33},
    Form{"oy2", "NuGet key", is_alnum, 43, 43},
    Form{"EAACEdEose0cBA", "Facebook token", is_alnum, 20},
    Form{"p8e-", "Adobe secret", is_alnum, 32, 32},
};

/// The forms in groups of one first byte, in their order within each.
class FormsByFirst {
 public:
  consteval FormsByFirst() {
    std::size_t place = 0;
    for (std::size_t byte = 0; byte < 256; ++byte) {
      begins_[byte] = static_cast<std::uint8_t>(place);
      for (const Form& form : forms) {
        if (static_cast<unsigned char>(form.prefix[0]) == byte) forms_[place++] = form;
      }
    }
    begins_[256] = static_cast<std::uint8_t>(place);
  }
  constexpr std::span<const Form> beginning_with(char c) const {
    const auto byte = static_cast<unsigned char>(c);
    return std::span(forms_).subspan(begins_[byte],
                                     static_cast<std::size_t>(begins_[byte + 1] - begins_[byte]));
  }

 private:
  static_assert(forms.size() < 256);
  std::array<Form, forms.size()> forms_ = forms;
  std::array<std::uint8_t, 257> begins_{};
};

constexpr std::uint64_t bit_of(char c) {
  return std::uint64_t{1} << (static_cast<unsigned char>(c) % 64);
}

/// By first byte, the bits of the bytes that can come second in a form, or in another kind of
/// token (with_parts). Two bytes of one bit are told apart later.
constexpr std::array<std::uint64_t, 256> openings() {
  std::array<std::uint64_t, 256> out{};
  for (const Form& form : forms) {
    out[static_cast<unsigned char>(form.prefix[0])] |= bit_of(form.prefix[1]);
  }
  out['e'] |= bit_of('y');
  out['p'] |= bit_of('a');
  out['S'] |= bit_of('G');
  for (const char c : {'M', 'N', 'O'}) out[static_cast<unsigned char>(c)] = ~std::uint64_t{0};
  return out;
}

std::size_t run_end(std::string_view text, std::size_t at, Alphabet alphabet) {
  while (at < text.size() && alphabet(text[at])) ++at;
  return at;
}

/// The end of a run that begins at `at`, looked for in at most `most` + 1 characters.
std::size_t short_run(std::string_view text, std::size_t at, Alphabet alphabet, std::size_t most) {
  return at + run_end(text.substr(at, most + 1), 0, alphabet);
}

bool has_digit(std::string_view text) {
  for (const char c : text) {
    if (is_digit(c)) return true;
  }
  return false;
}

/// Whether no word goes on at `at`. A "_" before it counts as an end, since a word may begin
/// behind one.
bool word_ends(std::string_view text, std::size_t at) {
  return at == text.size() || !is_alnum(text[at]) || !is_alnum(text[at - 1]);
}

bool all_one_character(std::string_view text) {
  return text.find_first_not_of(text.front()) == std::string_view::npos;
}

std::optional<Secret> with_form(std::string_view text, std::size_t at, const Form& form) {
  const std::size_t body = at + form.prefix.size();
  const std::size_t looked_at = form.most ? form.most : form.least;
  std::size_t end = short_run(text, body, form.alphabet, looked_at);
  if (end - body < form.least) return std::nullopt;
  const std::string_view start = text.substr(body, form.least);
  if (form.needs_digit && !has_digit(start)) return std::nullopt;
  if (all_one_character(start)) return std::nullopt;  // "ghp_xxxx...": a placeholder
  if (form.most) {
    end = std::min(end, body + form.most);
    if (!word_ends(text, end)) return std::nullopt;
  } else {
    end = run_end(text, end, form.alphabet);
  }
  return Secret{at + form.shown, end, form.kind};
}

/// Three runs of `dashed` characters with dots between. The last may be of any length.
struct ThreeParts {
  std::array<std::size_t, 3> least;
  std::array<std::size_t, 2> most;
};

std::optional<std::size_t> three_parts_end(std::string_view text, std::size_t at,
                                           const ThreeParts& parts) {
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t end = short_run(text, at, dashed, parts.most[i]);
    if (end - at < parts.least[i] || end >= text.size() || text[end] != '.') return std::nullopt;
    at = end + 1;
  }
  if (short_run(text, at, dashed, parts.least[2]) - at < parts.least[2]) return std::nullopt;
  return run_end(text, at, dashed);
}

/// header.payload.signature, the first two being base64url of "{...". The signature may be
/// missing or cut. A header is short; of the payload only the start is looked at first.
std::optional<Secret> json_web_token(std::string_view text, std::size_t at) {
  constexpr std::string_view object = "eyJ";
  constexpr std::size_t longest_header = 400;
  if (!text.substr(at).starts_with(object)) return std::nullopt;
  const std::size_t dot = short_run(text, at, dashed, longest_header);
  if (dot - at < 12 || dot >= text.size() || text[dot] != '.') return std::nullopt;
  if (!text.substr(dot + 1).starts_with(object)) return std::nullopt;
  const std::size_t payload = dot + 1;
  std::size_t end = run_end(text, payload, dashed);
  if (end - payload < 8) return std::nullopt;
  if (end + 1 < text.size() && text[end] == '.' && dashed(text[end + 1])) {
    end = run_end(text, end + 1, dashed);
  }
  return Secret{at, end, "JSON Web Token"};
}

/// "pat", 14 letters and digits, a point, 64 hexadecimal digits.
std::optional<Secret> airtable_token(std::string_view text, std::size_t at) {
  constexpr std::size_t point = 17;
  constexpr std::size_t length = 64;
  if (!text.substr(at).starts_with("pat") || text.size() < at + point + 1 + length) {
    return std::nullopt;
  }
  const bool form = run_end(text.substr(at, point), 0, is_alnum) == point &&
                    text[at + point] == '.' &&
                    run_end(text.substr(at + point + 1, length), 0, hex) == length;
  const std::size_t end = at + point + 1 + length;
  if (!form || !word_ends(text, end)) return std::nullopt;
  return Secret{at, end, "Airtable token"};
}

std::optional<Secret> with_parts(std::string_view text, std::size_t at) {
  const char first = text[at];
  if (first == 'e') return json_web_token(text, at);
  if (first == 'p') return airtable_token(text, at);
  if (first == 'S' && text.substr(at).starts_with("SG.")) {
    const auto end = three_parts_end(text, at, {{2, 16, 32}, {2, 32}});
    if (end) return Secret{at, *end, "SendGrid key"};
  }
  if (first == 'M' || first == 'N' || first == 'O') {
    const auto end = three_parts_end(text, at, {{24, 6, 27}, {28, 6}});
    if (end && has_digit(text.substr(at, 24))) return Secret{at, *end, "Discord token"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Secret> secret_token_at(std::string_view text, std::size_t at) {
  static constexpr std::array<std::uint64_t, 256> begins = openings();
  if (at + 1 >= text.size()) return std::nullopt;
  const std::string_view rest = text.substr(at);
  if ((begins[static_cast<unsigned char>(rest[0])] & bit_of(rest[1])) == 0) return std::nullopt;
  static constexpr FormsByFirst index;
  for (const Form& form : index.beginning_with(rest[0])) {
    if (!rest.starts_with(form.prefix)) continue;
    if (auto secret = with_form(text, at, form)) return secret;
  }
  return with_parts(text, at);
}

}  // namespace context_rot
