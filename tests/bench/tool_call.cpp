#include "tool_call.h"

#include <algorithm>

namespace bench {
namespace {

using Kind = FillerText::Kind;

constexpr std::string_view folders[] = {"src/order", "src/user",   "src/util",
                                        "tests/api", "docs/ñandú", "src/設定"};
constexpr std::string_view files[] = {"total.ts",   "cache.ts",    "README.md", "store.py",
                                      "session.go", "config.json", "queue.rs",  "main.cpp"};
constexpr std::string_view commands[] = {"npm test 2>&1 | tail -40",      "git log --oneline -20",
                                         R"(grep -rn \"loadOrder\" src)", "ls -la src",
                                         "python3 -m pytest -q",          "git diff HEAD~1"};

template <std::size_t N>
std::string_view any_of(Random& random, const std::string_view (&words)[N]) {
  return words[random.below(N)];
}

/// Where the text of a call comes from.
struct Source {
  Random& random;
  const FillerText& filler;
  std::string path;
  std::size_t bytes;

  std::string text(Kind kind, std::size_t first, std::size_t count) const {
    std::string made;
    filler.append(made, kind, first, count);
    return made;
  }
};

void read_text(ToolCall& call, const Source& from) {
  const std::size_t first = from.filler.any_line(from.random);
  const std::size_t count = from.filler.lines_in(Kind::code, from.bytes * 9 / 20);
  const std::string total = std::to_string(count + 1);
  call.input = R"({"file_path":")" + from.path + R"("})";
  call.content = '"';
  from.filler.append_numbered(call.content, Kind::code, first, count);
  call.content += '"';
  call.result = R"({"type":"text","file":{"filePath":")" + from.path + R"(","content":")" +
                from.text(Kind::code, first, count) + R"(","numLines":)" + total +
                R"(,"startLine":1,"totalLines":)" + total + "}}";
}

void read_image(ToolCall& call, const Source& from) {
  std::string data = "iVBORw0KGgoAAAANSUhEUgAA";
  from.filler.append_base64(data, from.random.below(65536),
                            std::max<std::size_t>(from.bytes / 2, 64));
  call.input = R"({"file_path":")" + from.path + R"(.png"})";
  call.content = R"([{"type":"image","source":{"type":"base64","data":")" + data +
                 R"(","media_type":"image/png"}}])";
  call.image_bytes = data.size();
  call.result = R"({"type":"image","file":{"base64":")" + data +
                R"(","type":"image/png","originalSize":)" + std::to_string(data.size() / 4 * 3) +
                R"(,"dimensions":{"originalWidth":800,"originalHeight":600,"displayWidth":800,)" +
                R"("displayHeight":600}}})";
}

void run_command(ToolCall& call, const Source& from) {
  constexpr std::size_t stored_whole = 30000;  // the client writes longer output to a file
  const std::size_t first = from.filler.any_line(from.random);
  std::string output = from.text(Kind::log, first, from.filler.lines_in(Kind::log, from.bytes / 2));
  call.input = R"({"command":")" + std::string(any_of(from.random, commands)) +
               R"(","description":"Look at the state"})";
  call.has_error_flag = true;
  std::string persisted;
  if (output.size() > stored_whole) {
    const std::size_t size = output.size();
    output = from.text(Kind::log, first, from.filler.lines_in(Kind::log, stored_whole));
    const std::string path = "/home/demo/.claude/tool-results/" + from.random.id("b", 8) + ".txt";
    call.content = R"("<persisted-output>\nOutput too large ()" + std::to_string(size / 1024) +
                   "KB). Full output saved to: " + path + R"(\n\nPreview (first 2KB):\n)" +
                   from.text(Kind::log, first, from.filler.lines_in(Kind::log, 2000)) +
                   R"(...\n</persisted-output>")";
    persisted =
        R"(,"persistedOutputPath":")" + path + R"(","persistedOutputSize":)" + std::to_string(size);
  } else {
    call.content = '"' + output + '"';
  }
  call.result = R"({"stdout":")" + output +
                R"(","stderr":"","interrupted":false,"isImage":false,"noOutputExpected":false)" +
                persisted + "}";
  if (from.random.one_in(12)) {
    call.failed = true;
    call.content = R"("Exit code 1\n)" + call.content.substr(1);
    call.result = R"("Error: )" + call.content.substr(1);
  }
}

void edit_file(ToolCall& call, const Source& from) {
  const std::size_t first = from.filler.any_line(from.random);
  const std::size_t count = from.filler.lines_in(Kind::code, from.bytes * 3 / 4);
  const std::string before(from.filler.line(Kind::code, first));
  const std::string after(from.filler.line(Kind::code, first + count + 1));
  call.input = R"({"replace_all":false,"file_path":")" + from.path + R"(","old_string":")" +
               before + R"(","new_string":")" + after + R"("})";
  call.content = R"("The file )" + from.path +
                 R"( has been updated successfully. (file state is current in your context — )" +
                 R"~(no need to Read it back)")~";
  call.result = R"({"filePath":")" + from.path + R"(","oldString":")" + before +
                R"(","newString":")" + after + R"(","originalFile":")" +
                from.text(Kind::code, first, count) +
                R"(","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,)" +
                R"("lines":["-)" + before + R"(","+)" + after +
                R"("]}],"userModified":false,"replaceAll":false})";
}

void write_file(ToolCall& call, const Source& from) {
  const std::size_t first = from.filler.any_line(from.random);
  const std::string text =
      from.text(Kind::code, first, from.filler.lines_in(Kind::code, from.bytes / 2));
  call.input = R"({"file_path":")" + from.path + R"(","content":")" + text + R"("})";
  call.content = R"("File created successfully at: )" + from.path +
                 R"~( (file state is current in your context — no need to Read it back)")~";
  call.result = R"({"type":"create","filePath":")" + from.path + R"(","content":")" + text +
                R"(","structuredPatch":[],"originalFile":null,"userModified":false})";
}

void read_missing(ToolCall& call, const Source& from, std::string_view folder) {
  const std::string why =
      "File does not exist. Note: your current working directory is " + std::string(folder) + ".";
  call.input = R"({"file_path":")" + from.path + R"(.old"})";
  call.failed = true;
  call.content = '"' + why + '"';
  call.result = R"("Error: )" + why + '"';
}

}  // namespace

ToolCall make_tool_call(Random& random, const FillerText& filler, std::string_view folder,
                        std::size_t bytes) {
  Source from{random, filler, std::string(folder), bytes};
  from.path += '/';
  from.path += any_of(random, folders);
  from.path += '/';
  from.path += any_of(random, files);
  ToolCall call;
  call.id = random.id("toolu_01", 22);
  const std::size_t kind = random.below(60);
  // The model gets no more than this from one call; what only the client keeps (the file
  // before an edit, an image) has no such limit.
  constexpr std::size_t text_limit = 100000;
  if (kind < 44 || (kind >= 53 && kind < 57)) from.bytes = std::min(bytes, text_limit);
  if (kind < 22) {
    call.name = "Read";
    read_text(call, from);
  } else if (kind < 44) {
    call.name = "Bash";
    run_command(call, from);
  } else if (kind < 53) {
    call.name = "Edit";
    edit_file(call, from);
  } else if (kind < 57) {
    call.name = "Write";
    write_file(call, from);
  } else if (kind < 59) {
    call.name = "Read";
    read_missing(call, from, folder);
  } else {
    call.name = "Read";
    read_image(call, from);
  }
  return call;
}

}  // namespace bench
