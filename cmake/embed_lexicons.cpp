// Build-time only: turns src/correction/lexicons/*.yaml into the table of lexicon_table.h.
//
//   embed-lexicons OUTPUT.cpp LANGUAGE.yaml...
//
// Fails, naming file and phrase, on a phrase without a word or longer than six.

#include <yaml-cpp/yaml.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "correction/lexicon_table.h"
#include "correction/prose.h"

namespace {

using namespace context_rot::correction;

struct Entry {
  std::string concept_name;
  std::size_t language = 0;
};
using Phrases = std::map<std::uint64_t, std::vector<Entry>>;

void add_phrase(Phrases& phrases, const std::string& phrase, Speaker speaker, const Entry& entry) {
  const std::vector<Token> tokens = read_prose(phrase).tokens;
  if (tokens.empty() || tokens.size() > 6) throw std::runtime_error("bad phrase '" + phrase + "'");
  std::uint64_t key = phrase_start(speaker);
  for (const Token& token : tokens) {
    const bool any_ending = token.end < phrase.size() && phrase[token.end] == '*';
    key = phrase_key(key, context_rot::fnv(token.text), any_ending);
    phrases.try_emplace(key);
  }
  auto& entries = phrases[key];
  for (const Entry& other : entries) {
    if (other.concept_name == entry.concept_name && other.language == entry.language) return;
  }
  entries.push_back(entry);
}

void add_section(Phrases& phrases, const YAML::Node& section, Speaker speaker, std::size_t language,
                 std::set<std::string>& concepts) {
  for (const auto& item : section) {
    const auto name = item.first.as<std::string>();
    if (name == "assistant" && item.second.IsMap()) {
      add_section(phrases, item.second, Speaker::assistant, language, concepts);
      continue;
    }
    concepts.insert(name);
    for (const auto& phrase : item.second) {
      add_phrase(phrases, phrase.as<std::string>(), speaker, {name, language});
      if (name == "common") {  // tells the language of whoever speaks
        add_phrase(phrases, phrase.as<std::string>(), Speaker::assistant, {name, language});
      }
    }
  }
}

void write_names(std::ofstream& out, const char* variable, const std::vector<std::string>& names) {
  out << "constexpr std::array<std::string_view, " << names.size() << "> " << variable << "{{\n";
  for (const std::string& name : names) out << "    \"" << name << "\",\n";
  out << "}};\n";
}

void write_table(std::ofstream& out, const Phrases& phrases,
                 const std::vector<std::string>& concepts,
                 const std::vector<std::string>& languages) {
  out << "// Written by cmake/embed_lexicons.cpp. Do not edit.\n#include <array>\n\n"
         "#include \"correction/lexicon_table.h\"\n\nnamespace context_rot::correction {\n\n"
         "namespace {\n\n";
  write_names(out, "concepts", concepts);
  write_names(out, "languages", languages);
  std::string rows;
  std::string meanings;
  std::size_t meaning_count = 0;
  std::size_t slot_count = 1;
  while (slot_count < 2 * phrases.size()) slot_count *= 2;
  std::vector<std::size_t> slots(slot_count);
  std::size_t number = 0;
  for (const auto& [key, entries] : phrases) {
    rows += "    {" + std::to_string(key) + "u, " + std::to_string(meaning_count) + ", " +
            std::to_string(entries.size()) + "},\n";
    for (const Entry& entry : entries) {
      const auto at = std::lower_bound(concepts.begin(), concepts.end(), entry.concept_name);
      meanings += "    {" + std::to_string(at - concepts.begin()) + ", " +
                  std::to_string(entry.language) + "},\n";
      ++meaning_count;
    }
    std::size_t slot = key & (slot_count - 1);
    while (slots[slot] != 0) slot = (slot + 1) & (slot_count - 1);
    slots[slot] = ++number;
  }
  if (number >= 0xFFFF) throw std::runtime_error("too many phrases for a 16-bit slot");
  out << "constexpr std::array<PhraseRow, " << number << "> rows{{\n" << rows << "}};\n";
  out << "constexpr std::array<Meaning, " << meaning_count << "> meanings{{\n"
      << meanings << "}};\n";
  out << "constexpr std::array<std::uint16_t, " << slot_count << "> slots{{\n";
  for (const std::size_t slot : slots) out << slot << ",\n";
  out << "}};\n\n}  // namespace\n\nconst LexiconTable lexicon_table{concepts, languages, slots, "
         "rows, "
         "meanings};\n\n}  // namespace context_rot::correction\n";
}

}  // namespace

int main(int argc, char** argv) {
  std::string file;
  try {
    if (argc < 3) throw std::runtime_error("usage: embed-lexicons OUTPUT.cpp LANGUAGE.yaml...");
    Phrases phrases;
    std::set<std::string> concepts;
    std::vector<std::string> languages;
    for (int i = 2; i < argc; ++i) {
      file = argv[i];
      add_section(phrases, YAML::LoadFile(file), Speaker::user, languages.size(), concepts);
      languages.push_back(std::filesystem::path(file).stem().string());
    }
    file = argv[1];
    std::ofstream out(file);
    write_table(out, phrases, {concepts.begin(), concepts.end()}, languages);
    if (!out.flush()) throw std::runtime_error("cannot write");
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "embed-lexicons: %s: %s\n", file.c_str(), error.what());
    return 1;
  }
}
