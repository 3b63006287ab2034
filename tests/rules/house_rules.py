"""The house rules that a program can check, held against the sources.

    python3 house_rules.py [-k TEXT]

Each rule is first tried on made-up files, some that it must find and some that it must not, so that
it cannot pass because it finds nothing at all. Exit code 0: all hold; 1: some do not."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from made_up import MADE_UP
from source_scan import Scan, blanked

SOURCES = Path(__file__).resolve().parents[2]
MOST_LINES_OF_A_FILE = 600
MOST_LINES_OF_A_FUNCTION = 80


def code_files(tree):
    """C++ of the product. Tables, lexicons and weights are data."""
    return {path: text for path, text in tree.items()
            if path.startswith(('src/', 'hooks/')) and path.endswith(('.cpp', '.h'))}


def files_are_short(tree):
    for path, text in code_files(tree).items():
        lines = text.count('\n')
        if lines > MOST_LINES_OF_A_FILE:
            yield f'{path}: {lines} lines, more than {MOST_LINES_OF_A_FILE}'


def comment_before(lines, line):
    """The comment lines directly in front of a line (from 1), as one text."""
    first = line - 1
    while first > 0 and lines[first - 1].lstrip().startswith('//'):
        first -= 1
    return '\n'.join(text.strip() for text in lines[first:line - 1])


def functions_are_short(tree):
    """A longer one says why in front: `// Long: one case for each ...`."""
    for path, text in code_files(tree).items():
        lines = text.split('\n')
        for entry in Scan(text).declared:
            length = entry.last - entry.first + 1
            if entry.kind != 'function' or length <= MOST_LINES_OF_A_FUNCTION:
                continue
            if not re.search(r'^//+ Long: \S', comment_before(lines, entry.first), re.MULTILINE):
                yield (f'{path}:{entry.first}: {entry.name} has {length} lines, more than '
                       f'{MOST_LINES_OF_A_FUNCTION}, and no "// Long: REASON" in front')


def included(tree):
    """(path, line, folder of the file, folder included) of every include with a folder."""
    for path, text in code_files(tree).items():
        folder = path.split('/')[1] if path.startswith('src/') else 'hooks'
        for number, line in enumerate(text.split('\n'), 1):
            found = re.match(r'\s*#\s*include\s+"([^"/]+)/', line)
            if found:
                yield path, number, folder, found[1]


def kept_names(text):
    """The names that a source file keeps to itself: in its unnamed namespaces, as lines begin."""
    names = {entry.name for entry in Scan(text).declared
             if not entry.public and not entry.member_of}
    hidden = blanked('\n'.join(re.findall(r'^namespace \{$.*?^\}  // namespace$', text,
                                         re.MULTILINE | re.DOTALL)))
    names |= set(re.findall(r'^const(?:expr)?\s[^;={(]*?(\w+)(?:\[[^\]]*\])? ?[={]', hidden, re.MULTILINE))
    return names


def kept_names_are_single(tree):
    """Files of a folder are compiled together (cmake/Unity.cmake): a name that two of them keep to
    themselves, or that stands for something of util in one, would mean the other's in both."""
    in_util = {entry.name for path, text in code_files(tree).items()
               if path.startswith('src/util/') and path.endswith('.h')
               for entry in Scan(text).declared if not entry.member_of}
    seen = {}
    for path, text in code_files(tree).items():
        folder = path.split('/')[1]
        if not path.startswith('src/') or not path.endswith('.cpp') or folder == 'cli':
            continue
        if re.search(r'simdjson', text):
            continue  # of the other library
        for name in sorted(kept_names(text)):
            if name in in_util:
                yield f'{path}: {name} is a name of src/util'
            elif (folder, name) in seen:
                yield f'{path}: {name} is kept by {seen[folder, name]}, too'
            seen.setdefault((folder, name), path)


def may_use(tree):
    """The table of ARCHITECTURE.md: folder -> what it may use; None stands for all."""
    table = {}
    row = r'^\| `(?:src/)?([a-z]+)/` \|.*\| ([^|]*) \|$'
    for name, allowed in re.findall(row, tree.get('ARCHITECTURE.md', ''), re.MULTILINE):
        table[name] = None if allowed == 'all' else set(re.findall(r'[a-z]+', allowed))
    return table


def reachable(graph, start):
    seen, todo = set(), [start]
    while todo:
        for name in graph.get(todo.pop()) or ():
            if name not in seen:
                seen.add(name)
                todo.append(name)
    return seen


def folders_depend_one_way(tree):
    table = may_use(tree)
    graph, where = {}, {}
    folders = {path.split('/')[1] for path in code_files(tree) if path.startswith('src/')}
    for path, number, folder, other in included(tree):
        if other not in folders:
            yield f'{path}:{number}: includes "{other}/...", which is no folder of src/'
        elif other != folder:
            graph.setdefault(folder, set()).add(other)
            where.setdefault((folder, other), f'{path}:{number}')
    for (folder, other), place in where.items():
        if folder in reachable(graph, other):
            yield f'{place}: {folder} includes {other}, which includes {folder} in turn: a cycle'
        if folder == 'util':
            yield f'{place}: util includes {other}, and knows nothing of the product'
        if folder in table and table[folder] is not None and other not in reachable(table, folder):
            yield f'{place}: {folder} includes {other}, which ARCHITECTURE.md does not allow'
    for folder in sorted(folders - table.keys()):
        yield f'ARCHITECTURE.md: the table of folders has no row for src/{folder}/'
    for folder in table:
        if folder in reachable(table, folder):
            yield f'ARCHITECTURE.md: {folder} may use itself, by way of others: a cycle'


def needs_no_comment(entry, entries):
    """What every type has and does what it does everywhere; what was declared further up."""
    if entry.kind == 'function' and re.search(r'\boverride\b', entry.text):
        return True
    bare = [re.sub(r'\s+|\binline\b', '', other.text) for other in entries
            if other.first <= entry.first]
    if entry.kind == 'function' and bare.count(re.sub(r'\s+|\binline\b', '', entry.text)) > 1:
        return True
    name = re.split(r'[\s<:]', re.sub(r'\[\[.*?\]\]', '', entry.member_of).strip())[0]
    return bool(entry.member_of) and (entry.name.lstrip('~') == name
                                      or entry.name.startswith('operator'))


def is_documented(entry, lines, entries):
    """A `///` in front, on its line, or on the group it belongs to (no blank line in between)."""
    if entry.kind == 'function' and any(
            '///<' in text for text in lines[entry.first - 1:entry.last]):
        return True
    ends = {other.last: other.first for other in entries if other.kind != 'function'}
    indented = re.match(r' *', lines[entry.first - 1]).group()
    line = entry.first - 1
    while line > 0 and lines[line - 1].strip():
        if line in ends:  # a type with all that is in it
            line = ends[line] - 1
            continue
        if lines[line - 1].startswith(indented + '///'):
            return True
        if not lines[line - 1].startswith(indented):
            return False  # the beginning of what it is a member of
        line -= 1
    return False


def headers_are_documented(tree):
    for path, text in code_files(tree).items():
        if not path.endswith('.h'):
            continue
        lines = text.split('\n')
        if not re.search(r'^#pragma once$', text, re.MULTILINE):
            yield f'{path}: no #pragma once'
        code = next((number for number, line in enumerate(lines)
                     if line.strip() and not line.startswith(('//', '#pragma'))), len(lines))
        if not any(re.match(r'// \S', line) for line in lines[:code]):
            yield f'{path}: no // line at the top that says what it is'
        entries = Scan(text).declared
        for entry in entries:
            if entry.public and not (needs_no_comment(entry, entries)
                                     or is_documented(entry, lines, entries)):
                yield f'{path}:{entry.first}: {entry.kind} {entry.name} has no /// in front'


def no_standard_regex(tree):
    for path, text in code_files(tree).items():
        if re.search(r'^\s*#\s*include\s*<regex>', text, re.MULTILINE) or re.search(
                r'\bstd::w?regex|\bstd::basic_regex', blanked(text)):
            yield f'{path}: std::regex, whose time and stack grow with foreign text'


# What stands for one machine; [x] so that this file does not hold what it looks for.
MACHINES = {
    'a home folder of somebody': r'(?<![\w.])/[h]ome/(?!(?:demo|you)\b)[\w.-]|(?<!\w)/[U]sers/\w',
    'a folder of one machine': r'(?<![\w.$}~*/-])/(?:[r]oot|[b]uilds|[w]orkspaces?|[w]ork)/\w',
    'a package mirror': r'\b[r]egistry\.[\w-]+\.\w|\b[\w-]+\.[j]frog\.\w|//(?:[p]roxy|[m]irror)\.',
    'an address of a private network':
        r'(?<![\w.])(?:10\.\d+|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+(?![\w.])',
}


def nothing_of_one_machine(tree):
    for path, text in tree.items():
        for what, pattern in MACHINES.items():
            if path.startswith('tests/data/') and 'home' in what:
                continue
            for found in re.finditer(pattern, text):
                line = text.count('\n', 0, found.start()) + 1
                yield f'{path}:{line}: {what}: {found.group()}'


def has_test(path, text, name):
    if path.endswith('.cpp'):
        joined = re.sub(r'"\s*\n\s*"', '', text)
        return re.search(r'(TEST_CASE|SUBCASE)\(\s*"' + re.escape(name) + '"', joined) is not None
    if path.endswith('.txt'):
        return f'\n== {name}\n' in '\n' + text
    if path.endswith('.py'):
        return f'\ndef {name}(' in text
    return name in text


def security_names_tests(tree):
    """SECURITY.md names a test as `tests/FILE`: "NAME", "NAME"; each row of threats has one."""
    text = tree.get('SECURITY.md', '')
    if not text:
        yield 'SECURITY.md: is missing'
    rows = [line for line in text.split('\n') if line.startswith('| **')]
    if not rows:
        yield 'SECURITY.md: no threat is named ("| **THREAT** | ...")'
    for row in rows:
        if not re.search(r'`tests/[^`]+`: "', row):
            yield f'SECURITY.md: no test is named for {row.split("|")[1].strip()}'
    for path, names in re.findall(r'`(tests/[^`]+)`((?:[:,] "[^"]+")*)', text):
        if path not in tree and not any(other.startswith(path) for other in tree):
            yield f'SECURITY.md: {path} is not there'
            continue
        for name in re.findall(r'"([^"]+)"', names):
            if not has_test(path, tree[path], name):
                yield f'SECURITY.md: {path} has no test "{name}"'


def kinds_have_file_and_test(tree):
    """A kind of finding is a row of kinds.inc, a file find_NAME.cpp and a test that names it."""
    tests = '\n'.join(text for path, text in tree.items() if path.startswith('tests/unit/findings/'))
    rows = re.findall(r'^KIND\((\w+),', tree.get('src/findings/kinds.inc', ''), re.MULTILINE)
    if not rows:
        yield 'src/findings/kinds.inc: has no row'
    for name in rows:
        if f'void find_{name}(' not in tree.get(f'src/findings/find_{name}.cpp', ''):
            yield f'src/findings/find_{name}.cpp: has no find_{name}()'
        if not re.search(rf'\bKind::{name}\b', tests):
            yield f'tests/unit/findings: no test of {name}'


def texts_are_used(tree):
    """Every text of src/texts is said somewhere."""
    code = '\n'.join(code_files(tree).values())
    said = set(re.findall(r'\bText::(\w+)', code))
    for path, text in tree.items():
        if path == 'src/texts/english.inc':
            for name in re.findall(r'^TEXT\((\w+),', text, re.MULTILINE):
                if name not in said:
                    yield f'{path}: nothing says {name}'


MOST_WORDS_OF_A_SENTENCE = 25


def prose_of(markdown):
    """Paragraphs and list items of a page, without code, pictures and the places of links."""
    text = re.sub(r'^```.*?^```', '', markdown, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r'!?\[([^\]]*)\]\([^)]*\)', r'\1', text)
    for part in re.split(r'\n\s*\n|^(?:- |#+ |\|)', text, flags=re.MULTILINE):
        yield ' '.join(part.split())


def sentences_of(text):
    return re.split(r'(?<=[.!?:])(?:["*)]*)\s+', text)


def sentences_are_short(tree):
    """Of the README, and of the notices in each language."""
    texts = [('README.md', part) for part in prose_of(tree.get('README.md', ''))]
    for path, text in tree.items():
        if re.fullmatch(r'src/texts/[a-z]+\.inc', path):
            for name, words in re.findall(r'^TEXT\(((?:notice|rewind|start)_\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)',
                                          text, re.MULTILINE):
                texts.append((f'{path}: {name}', ''.join(re.findall(r'"((?:[^"\\]|\\.)*)"', words))))
    for where, text in texts:
        for sentence in sentences_of(text):
            words = len(re.findall(r'[\w{/`][^\s]*', sentence))
            if words > MOST_WORDS_OF_A_SENTENCE:
                yield f'{where}: {words} words: "{sentence[:60]}..."'


RULES = [files_are_short, functions_are_short, kept_names_are_single, folders_depend_one_way, headers_are_documented,
         no_standard_regex, nothing_of_one_machine, security_names_tests,
         kinds_have_file_and_test, texts_are_used, sentences_are_short]


def tracked_files():
    """Path -> text of what belongs to the project: what git tracks, or else all that is there."""
    done = subprocess.run(['git', '-C', str(SOURCES), 'ls-files', '-z'], capture_output=True)
    if done.returncode == 0:
        paths = done.stdout.decode().split('\0')[:-1]
    else:
        paths = [str(path.relative_to(SOURCES)) for path in SOURCES.rglob('*')]
    kept = {}
    for path in sorted(paths):
        file = SOURCES / path
        if not path.startswith(('build/', 'bin/', '.git/', '.claude/')) and file.is_file():
            kept[path] = file.read_bytes().decode(errors='replace')
    return kept


def tried(rule):
    """What is wrong with the rule itself, by its made-up files."""
    cases = MADE_UP[rule.__name__]
    for name, tree, expected in cases:
        found = list(rule(tree))
        missing = [text for text in expected if not any(text in message for message in found)]
        if missing or len(found) != len(expected):
            yield f'made up, {name}: expected {expected}, found {found}'
    if not any(case[2] for case in cases) or all(case[2] for case in cases):
        yield 'made up: needs a case with and one without a violation'


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('-k', default='', help='only rules whose name contains this')
    only = options.parse_args().k
    tree = tracked_files()
    failures = 0
    if len(code_files(tree)) < 100:
        print(f'only {len(code_files(tree))} source files below {SOURCES}')
        failures += 1
    for rule in RULES:
        if only not in rule.__name__:
            continue
        messages = list(tried(rule)) + list(rule(tree))
        print(f'{"FAILED" if messages else "ok"}  {rule.__name__}')
        for message in messages:
            print('  ' + message)
        failures += len(messages)
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
