#include "curate/corrections.h"

#include <algorithm>
#include <deque>

#include "correction/contrast.h"
#include "correction/frame.h"
#include "correction/overlap.h"
#include "curate/correction_target.h"
#include "curate/put_note.h"
#include "curate/word_scanner.h"
#include "util/as_data.h"

namespace context_rot::curate {

namespace {

using correction::Label;
using correction::Verdict;

constexpr std::string_view said_opening = "User clarified: ";
constexpr std::size_t longest_correction = 500;  // bytes of a prompt that is nothing else
constexpr std::size_t most_words_beside = 4;     // "That is not right."

/// The one text of a message that is nothing but a text; else null.
const Json* only_text(const Json& message) {
  const auto content = message.is_object() ? message.find("content") : message.end();
  if (!message.is_object() || content == message.end()) return nullptr;
  if (content->is_string()) return &*content;
  if (!content->is_array() || content->size() != 1) return nullptr;
  const Json& block = content->front();
  if (text_in(block, "type") != "text" || !block.contains("text")) return nullptr;
  return block["text"].is_string() ? &block["text"] : nullptr;
}

/// Whether an answer holds text and thinking only.
bool is_mere_text(const Json& message, Format format) {
  if (!calls_of(message, format).empty()) return false;
  const auto content = message.find("content");
  if (content == message.end()) return false;
  return content->is_string() ||
         std::all_of(content->begin(), content->end(), [](const Json& block) {
           return text_in(block, "type") == "text" || is_thinking(block);
         });
}

/// Sentences, roughly: up to a full stop, a mark or a line's end that a blank follows.
std::vector<std::string_view> sentences_of(std::string_view text) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool ends =
        text[i] == '\n' || ((text[i] == '.' || text[i] == '!' || text[i] == '?') &&
                            (i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\n'));
    if (!ends) continue;
    out.push_back(text.substr(begin, i + 1 - begin));
    begin = i + 1;
  }
  if (begin < text.size()) out.push_back(text.substr(begin));
  return out;
}

bool share_something(const NamedThings& a, const NamedThings& b) {
  return correction::shared(a.names, b.names) + correction::shared(a.numbers, b.numbers) +
             correction::shared(a.words, b.words) >
         0;
}

/// What is right: the detector's choice, unless there is none or it has nothing in common with
/// what was wrong, and another sentence has ("That is wrong. The port is 5432."). May be empty.
std::string right_of(std::string_view prompt, std::string_view wrong, const std::string& choice) {
  const NamedThings about = named_things(wrong);
  if (prompt.size() > longest_correction || share_something(named_things(choice), about)) {
    return choice;
  }
  for (std::string_view sentence : sentences_of(prompt)) {
    if (sentence.ends_with('?') || sentence.size() > correction::max_clarified_bytes) continue;
    if (!share_something(named_things(sentence), about)) continue;
    if (!choice.empty() && sentence.find(choice) != std::string_view::npos) return choice;
    const std::size_t begin = sentence.find_first_not_of(" \t\r\n");
    sentence = sentence.substr(begin, sentence.find_last_not_of(" \t\r\n.!") + 1 - begin);
    return std::string(sentence);
  }
  return choice;
}

/// Whether a prompt is nothing but its correction: what is right, what was wrong, and a few words.
bool is_only(std::string_view prompt, std::string_view right, std::string_view answer) {
  if (prompt.size() > longest_correction) return false;
  const std::size_t at = prompt.find(right);
  if (at == std::string_view::npos) return false;
  const NamedThings known = named_things(answer);
  // "..., not in Redis": small words and words of the answer, to the end of the sentence
  const std::string_view behind = prompt.substr(at + right.size());
  const std::vector<std::string_view> rest = sentences_of(behind);
  for (const Word& word : words_of(rest.empty() ? behind : rest.front())) {
    if (word.letters >= 4 && !correction::is_small_word(word.folded) &&
        !std::binary_search(known.words.begin(), known.words.end(), word.folded)) {
      return false;
    }
  }
  const auto is_part = [&](std::string_view sentence) {
    if (sentence.ends_with('?')) return false;
    return words_of(sentence).size() <= most_words_beside ||
           share_something(named_things(sentence), known);
  };
  const std::vector<std::string_view> before = sentences_of(prompt.substr(0, at));
  return std::all_of(before.begin(), before.end(), is_part) &&
         (rest.empty() || std::all_of(rest.begin() + 1, rest.end(), is_part));
}

/// Whether one of the answers holds a note that was made of this prompt.
bool is_noted(std::string_view prompt, const std::deque<Answer>& answers) {
  constexpr std::size_t most_notes = 50;
  constexpr std::size_t longest_note = 300;
  std::size_t looked_at = 0;
  for (const auto& [message, answer, things] : answers) {
    if (answer.find(note_opening) == std::string_view::npos) continue;
    for (std::size_t at = answer.find(said_opening);
         at != std::string_view::npos && looked_at < most_notes;
         at = answer.find(said_opening, at + 1), ++looked_at) {
      const std::string_view rest =
          std::string_view(answer).substr(at + said_opening.size(), longest_note);
      std::string_view right = rest.substr(0, std::min(rest.find(".]"), rest.find(']')));
      right = right.substr(0, right.find("..."));
      if (prompt.find(right) != std::string_view::npos) return true;
    }
  }
  return false;
}

/// The answer with the note in the place of the wrong words; null where they are not there.
Json noted(Json answer, std::string_view wrong, const std::string& note) {
  Json& content = answer["content"];
  if (content.is_string()) {
    return put_note(content.get_ref<std::string&>(), wrong, note) ? answer : Json();
  }
  for (Json& block : content) {
    if (text_in(block, "type") != "text") continue;
    const auto text = block.find("text");
    if (text == block.end() || !text->is_string()) continue;
    if (put_note(text->get_ref<std::string&>(), wrong, note)) return answer;
  }
  return {};
}

bool is_sure(const Verdict& verdict) {
  return verdict.label == Label::correction && verdict.noteworthy && verdict.wrong;
}

class Planner {
 public:
  Planner(const MessageArray& array, const correction::Detector& detector)
      : array_(array), detector_(detector), touched_(array.messages.size()) {}

  Plan run() {
    for (std::size_t i = 0; i < array_.messages.size(); ++i) {
      const Json& message = array_.messages[i].json;
      if (is_prompt(message, array_.format)) {
        judge(i);
      } else if (role_of(message) == Role::assistant) {
        std::string text = text_of(message);
        if (text.empty()) continue;
        answers_.push_front({i, std::move(text), {}});
        answers_.front().things = named_things(answers_.front().text);
        if (answers_.size() > answers_looked_at) answers_.pop_back();
      }
    }
    return std::move(plan_);
  }

 private:
  void judge(std::size_t prompt) {
    const Message& message = array_.messages[prompt];
    if (answers_.empty() || message.pinned) return;
    const std::string text = text_of(message.json);
    if (text.starts_with(note_opening) || !detector_.worth_a_look(text)) return;
    const Answer* meant = &answers_[answer_meant(named_things(text), answers_)];
    Verdict verdict = detector_.detect({meant->text, text, {}});
    if (!is_sure(verdict) && meant != &answers_.front()) {
      meant = &answers_.front();
      verdict = detector_.detect({meant->text, text, {}});
    }
    if (!is_sure(verdict) || is_noted(text, answers_)) return;
    const std::size_t answer = meant->message;
    if (array_.messages[answer].pinned || touched_[answer] || touched_[prompt]) return;
    if (meant->text.find(note_opening) != std::string_view::npos) return;
    const std::string right = right_of(text, *verdict.wrong, verdict.clarified.value_or(""));
    if (right.empty()) return;
    const std::string note = correction::note_text(Label::correction, verdict.wrong, right);
    replace(prompt, answer, *verdict.wrong, right, note);
  }

  void replace(std::size_t prompt, std::size_t answer, const std::string& wrong,
               const std::string& right, const std::string& note) {
    const Json& said = array_.messages[prompt].json;
    Step step;
    step.reason = Reason::correction;
    step.act = Act::replace;
    step.why = as_data(note, 300);
    const Json* text = only_text(said);
    if (text && answer + 1 == prompt && is_mere_text(array_.messages[answer].json, array_.format) &&
        is_only(text->get_ref<const std::string&>(), right,
                text_of(array_.messages[answer].json))) {
      step.message = prompt;
      step.value = said;
      Json& content = step.value["content"];
      (content.is_string() ? content : content[0]["text"]) = note;
      step.what = "became one note, with the answer before it";
      plan_.push_back(step);
      step.act = Act::drop;
      step.message = answer;
      step.what = "removed, the note behind it says what was wrong";
      step.value = nullptr;
    } else {
      step.message = answer;
      step.value = noted(array_.messages[answer].json, wrong, note);
      if (step.value.is_null()) return;
      step.what = "the wrong words became a note";
    }
    touched_[prompt] = touched_[answer] = true;
    plan_.push_back(std::move(step));
  }

  const MessageArray& array_;
  const correction::Detector& detector_;
  std::vector<bool> touched_;
  std::deque<Answer> answers_;  // the nearest first
  Plan plan_;
};

}  // namespace

Plan plan_corrections(const MessageArray& array, const correction::Detector& detector) {
  return Planner(array, detector).run();
}

}  // namespace context_rot::curate
