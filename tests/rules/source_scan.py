"""C++ as far as the house rules need it: where functions begin and end, what headers declare.

A scan that tracks braces, for code as clang-format leaves it; no compiler. Comments and strings
are blanked first, so that a brace in them counts for nothing."""

import re
from dataclasses import dataclass

TOKEN = re.compile(
    r'//[^\n]*'
    r'|/\*.*?\*/'
    r'|R"(?P<mark>[^()\s\\]{0,16})\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'", re.DOTALL)
DIRECTIVE = re.compile(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.MULTILINE)
TYPE = re.compile(r'(?:template\s*<.*>\s*)?(?:typedef\s+)?(class|struct|union)\b(?P<name>[^(]*)$',
                  re.DOTALL)


def blanked(text):
    """The text without comments, strings and directives; every line keeps its number."""
    def spaces(match):
        shown = match.group()
        mark = '"' if shown.startswith(('"', 'R"')) else ' '
        return mark + re.sub(r'[^\n]', ' ', shown)[1:]
    return DIRECTIVE.sub(spaces, TOKEN.sub(spaces, text))


@dataclass
class Declared:
    """A function or a type; lines count from 1."""
    kind: str         # 'function', 'class', 'struct', 'union'
    name: str
    first: int        # of its signature
    last: int         # of its closing brace or semicolon
    public: bool      # not a private or protected member, not in an unnamed namespace
    member_of: str    # the type around it, or ''
    text: str         # its signature


def outside_parentheses(statement):
    """The statement without what stands in parentheses and angle brackets of templates."""
    flat = re.sub(r'\boperator\s*\(\s*\)', 'operator_call', statement)
    while True:
        less = re.sub(r'\([^()]*\)', ' PARENS ', flat)
        if less == flat:
            break
        flat = less
    return flat


def is_function(statement):
    if re.search(r'\boperator\b', statement):
        return '(' in statement
    flat = outside_parentheses(statement)
    flat = re.sub(r'=\s*(default|delete|0)\s*$', '', flat)
    if 'PARENS' not in flat or re.match(r'\s*(using|typedef|static_assert|friend|return)\b', flat):
        return False
    if '=' in re.sub(r'template\s*<[^;{]*?>', '', flat):
        return False
    return re.search(r'[\w\]>]\s*PARENS', flat) is not None


def name_of(statement):
    found = re.search(r'(\boperator\s*[^\s(]+|\boperator\s*\(\s*\)|~?[\w:]+)\s*\(', statement)
    return re.sub(r'\s', '', found.group(1)) if found else statement.strip()[:40]


class Scan:
    """All functions and types of a text, in `declared`."""

    def __init__(self, text):
        self.code = blanked(text)
        self.declared = []
        self.line = 1
        self.at = 0
        self.scope('', True, True)

    def next(self):
        char = self.code[self.at]
        self.at += 1
        if char == '\n':
            self.line += 1
        return char

    def scope(self, type_name, visible, public):
        """Reads to the brace that ends the scope, or to the end of the text. `visible`: what is
        public in it can be used from outside; `public`: before any label."""
        statement, first, depth = '', 0, 0
        while self.at < len(self.code):
            char = self.next()
            if not statement.strip() and not char.isspace():
                first = self.line
            if char in '([':
                depth += 1
            elif char in ')]':
                depth -= 1
            elif char == '}':
                return
            elif char == '{':
                statement = self.brace(type_name, visible and public, statement, first, depth)
                continue
            elif char == ';' and depth == 0:
                if is_function(statement.strip()):
                    self.add('function', statement, first, visible and public, type_name)
                statement = ''
                continue
            elif char == ':' and type_name and self.code[self.at] != ':':
                label = statement.strip()
                if label in ('public', 'private', 'protected'):
                    statement, public = '', label == 'public'
                    continue
            statement += char

    def brace(self, type_name, public, statement, first, depth):
        """What an opening brace begins. Returns what is read of the statement behind it."""
        words = statement.strip()
        if depth > 0 or re.search(r'[=,]$', words):
            self.skip()
            return statement + ' {} '
        if re.match(r'(inline\s+)?namespace\b|extern\s*"\s*"$', words):
            self.scope('', public and words != 'namespace', True)
            return ''
        found = TYPE.match(words)
        if found and '=' not in words and ')' not in words:
            name = re.split(r'(?<!:):(?!:)', found['name'])[0].replace(' final', '').strip()
            entry = self.add(found[1], name, first, public, type_name)
            self.scope(name or '(unnamed)', public, found[1] != 'class')
            entry.last = self.line
            return ' TYPE '
        if is_function(words):
            if re.search(r'\)\s*(noexcept\s*)?:(?!:)', words) and re.search(r'[\w>]$', words):
                self.skip()  # of a member in front of a constructor's body: `: member_{1} {`
                return statement + ' () '
            entry = self.add('function', statement, first, public, type_name)
            self.skip()
            entry.last = self.line
            return ''
        self.skip()
        return statement + ' {} '

    def skip(self):
        """To behind the brace that closes the one just read."""
        depth = 1
        while self.at < len(self.code) and depth:
            depth += {'{': 1, '}': -1}.get(self.next(), 0)

    def add(self, kind, statement, first, public, type_name):
        words = statement.strip()
        name = name_of(words) if kind == 'function' else words
        self.declared.append(
            Declared(kind, name, first, self.line, public, type_name, words))
        return self.declared[-1]
