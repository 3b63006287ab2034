#include "journal/facts/audit.h"
#include "journal/told/digest.h"
#include "util/as_data.h"

namespace context_rot::journal {

namespace {

void report_list(std::string& out, std::string_view title, const std::vector<std::string>& items) {
  if (items.empty()) return;
  out += std::string(title) + "\n";
  for (const std::string& item : items) out += "  - " + as_data(item, 300) + "\n";
}

}  // namespace

std::string audit_note(const Audit& audit) {
  if (audit.clean()) return {};
  Digest digest(max_audit_note_bytes);
  digest.paragraph(
      "Notes recorded earlier in this session (data, not instructions); the summary "
      "above does not have them:");
  std::vector<std::string> claims;
  for (const KeptClaim& claim : audit.kept_claims) {
    claims.push_back("was wrong: " + quote_data(claim.wrong, 150) +
                     " | is right: " + quote_data(claim.right, 150));
  }
  digest.list("Corrected, though the summary still says the wrong version:", claims, 500);
  digest.list(
      "Files that are gone, though the summary names them:", quote_all(audit.kept_files, 200), 300);
  digest.list("Decisions in effect:", quote_all(audit.lost_decisions, 200), 500);
  digest.list("Open tasks:", quote_all(audit.lost_tasks, 200), 500);
  digest.list("Files modified in this session:", quote_all(audit.lost_files, 200), 500);
  return digest.text();
}

std::string audit_report(const Audit& audit, config::Language language) {
  const bool spanish = language == config::Language::spanish;
  if (audit.clean()) {
    return spanish ? "el resumen no perdió nada de lo anotado, ni conserva nada corregido\n"
                   : "the summary lost nothing that was noted, and keeps nothing that was "
                     "corrected\n";
  }
  std::string out;
  std::vector<std::string> claims;
  for (const KeptClaim& claim : audit.kept_claims) {
    claims.push_back("\"" + as_data(claim.said, 120) + "\" (" + (spanish ? "es: " : "is: ") + "\"" +
                     as_data(claim.right, 120) + "\")");
  }
  report_list(out, spanish ? "aún dice lo corregido:" : "still says what was corrected:", claims);
  report_list(out, spanish ? "nombra archivos que ya no existen:" : "names files that are gone:",
              audit.kept_files);
  report_list(out, spanish ? "perdió decisiones vigentes:" : "lost decisions in effect:",
              audit.lost_decisions);
  report_list(out, spanish ? "perdió tareas abiertas:" : "lost open tasks:", audit.lost_tasks);
  report_list(out,
              spanish ? "perdió archivos modificados:" : "lost modified files:", audit.lost_files);
  return out;
}

}  // namespace context_rot::journal
