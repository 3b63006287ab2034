"""Made-up files for each rule: (name, path -> text, what must be found)."""


def function(lines, before='', body='  call();\n'):
    return before + 'void long_one(int x) {\n' + body * (lines - 2) + '}\n'


ROWS = ('| `src/util/` | files | – |\n| `src/host/` | the client | util |\n'
        '| `src/meter/` | tokens | host |\n| `src/cli/` | mains | all |\n')


def folders(util='', host='', meter='', rows=ROWS, hooks=''):
    return {'ARCHITECTURE.md': rows, 'src/util/u.h': util, 'src/host/h.cpp': host,
            'src/meter/m.cpp': meter, 'src/cli/c.cpp': '#include "meter/m.h"\n',
            'hooks/stop.cpp': hooks}


def header(text, top='#pragma once\n// What it is.\n\n'):
    return {'src/util/x.h': top + text}


TYPE = '''/// A thing.
class Thing {
 public:
  explicit Thing(int x) : x_{x} {}
  Thing(const Thing&) = delete;
  ~Thing();
  /// What it holds.
  int x() const { return x_; }
  bool empty() const;

%s
 private:
  int secret() const;

  int x_ = 0;
};
'''

KEPT = 'namespace {\nvoid %s() {\n  call();\n}\nconstexpr int %s = 1;\n}  // namespace\n'

MADE_UP = {
    'files_are_short': [
        ('600 lines', {'src/a/b.cpp': 'x\n' * 600, 'src/a/table.txt': 'x\n' * 900}, []),
        ('601 lines', {'src/a/b.cpp': 'x\n' * 601}, ['src/a/b.cpp: 601 lines']),
        ('a hook', {'hooks/b.cpp': 'x\n' * 700}, ['hooks/b.cpp']),
    ],
    'kept_names_are_single': [
        ('each its own', {'src/a/b.cpp': KEPT % ('one', 'two'), 'src/a/c.cpp': KEPT % ('three', 'four'),
                          'src/d/b.cpp': KEPT % ('one', 'two')}, []),
        ('a function twice', {'src/a/b.cpp': KEPT % ('one', 'two'), 'src/a/c.cpp': KEPT % ('one', 'four')},
         ['src/a/c.cpp: one is kept by src/a/b.cpp, too']),
        ('a constant twice', {'src/a/b.cpp': KEPT % ('one', 'two'), 'src/a/e/c.cpp': KEPT % ('three', 'two')},
         ['src/a/e/c.cpp: two is kept by src/a/b.cpp, too']),
        ('a name of util', {'src/a/b.cpp': KEPT % ('one', 'two'),
                            'src/util/u.h': '#pragma once\nvoid one();\n'},
         ['src/a/b.cpp: one is a name of src/util']),
    ],
    'functions_are_short': [
        ('80 lines', {'src/a/b.cpp': function(80)}, []),
        ('81 lines', {'src/a/b.cpp': function(81)}, ['src/a/b.cpp:1: long_one has 81 lines']),
        ('with a reason', {'src/a/b.cpp': function(99, '/// Does.\n// Long: one case a line.\n')}, []),
        ('a reason for something else',
         {'src/a/b.cpp': function(99, '// Long: one case a line.\n\n')}, ['long_one']),
        ('no reason given', {'src/a/b.cpp': function(99, '// Long: \n')}, ['long_one']),
        ('braces in comments and strings',
         {'src/a/b.cpp': function(60, body='  f("}", \'}\', R"x(})x");  // }\n')
          + function(81, body='  f("{\\"", \'{\');  /* { */\n')}, ['b.cpp:61: long_one has 81']),
        ('data is no function', {'src/a/b.cpp': 'const int table[] = {\n' + '  1,\n' * 99 + '};\n'}, []),
        ('a member in a namespace',
         {'src/a/b.h': 'namespace a {\nclass B {\n public:\n' + function(82) + '};\n}\n'},
         ['b.h:4: long_one']),
        ('a constructor with a list',
         {'src/a/b.cpp': 'B::B(int x)\n    : x_{x}, y_(2) {\n' + '  call();\n' * 90 + '}\n'},
         ['b.cpp:1: B::B has 93']),
        ('an operator', {'src/a/b.cpp': 'bool operator==(int a, B b) {\n' + '  c();\n' * 90 + '}\n'},
         ['operator==']),
        ('a default argument in braces',
         {'src/a/b.cpp': 'int f(std::vector<int> a = {}) {\n' + '  c();\n' * 90 + '}\n'}, ['f has 92']),
    ],
    'folders_depend_one_way': [
        ('as the table says', folders(host='#include "util/u.h"\n', hooks='#include "meter/m.h"\n',
                                      meter='#include "util/u.h"\n#include "host/h.h"\n'), []),
        ('against the table', folders(host='#include "meter/m.h"\n'), ['host includes meter']),
        ('a cycle', folders(host='#include "meter/m.h"\n', meter='#include "host/h.h"\n'),
         ['host includes meter, which includes host', 'meter includes host, which includes meter',
          'which ARCHITECTURE.md does not allow']),
        ('util', folders(util='// u\n#include "host/h.h"\n'),
         ['src/util/u.h:2: util includes host, and', 'does not allow']),
        ('no row', folders(rows=ROWS.replace('src/meter', 'src/other')), ['no row for src/meter/']),
        ('no table', folders(rows=''), ['src/util/', 'src/host/', 'src/meter/', 'src/cli/']),
        ('a cycle in the table', folders(rows=ROWS.replace('| util |', '| util, meter |')),
         ['host may use itself', 'meter may use itself']),
        ('no folder', folders(meter='#include "meters/m.h"\n'), ['no folder of src/']),
    ],
    'headers_are_documented': [
        ('documented', header('/// Does.\nint f(int x);\nint g();\n\nusing X = int;\n'
                              'int h();  ///< the rest\n'), []),
        ('a function', header('/// Does.\nint f(int x);\n\nint g();\n'), ['x.h:7: function g']),
        ('declared further up', header('/// Does.\ntemplate <class T>\nT g(T x);\n\n'
                                       'template <class T>\nT g(T x) {\n  return x;\n}\n'), []),
        ('an overload', header('/// Does.\nint g(int x);\n\nint g();\n'), ['function g']),
        ('an override', header(TYPE % '  int more() const override;\n'), []),
        ('a plain comment', header('// Does.\nint g();\n'), ['function g']),
        ('on two lines', header('int g(int x,\n      int y);\n'), ['function g']),
        ('a template', header('template <class T>\nT g(T x) {\n  return x;\n}\n'), ['function g']),
        ('a type', header(TYPE % ''), []),
        ('a member', header(TYPE % '  int more() const;\n'), ['function more']),
        ('a struct', header('struct A {\n  int x = 0;  ///< of it\n};\nint f();\n'),
         ['struct A', 'function f']),
        ('a struct in a group', header('/// Is.\nstruct A {\n  int x = 0;\n\n  int y;\n};\nint f();\n'),
         []),
        ('comments inside a type are its own',
         header('struct A {\n  /// Is.\n  int x = 0;\n};\nint f();\n'), ['struct A', 'function f']),
        ('an unnamed namespace', header('namespace a {\nnamespace {\nint f();\n}\n}\n'), []),
        ('in a namespace', header('namespace a {\nint f();\n}\n'), ['function f']),
        ('variables', header('constexpr int x = f(1);\nextern const char* const names[];\n'), []),
        ('no pragma', header('', '// What it is.\n'), ['no #pragma once']),
        ('no line', header('/// Does.\nint f();\n', '#pragma once\n\n#include <a>\n// late\n'),
         ['no // line']),
    ],
    'no_standard_regex': [
        ('spoken of', {'src/a/b.cpp': '// no std::regex here\nauto x = "std::regex";\n'}, []),
        ('used', {'src/a/b.cpp': 'std::regex x("a");\n'}, ['src/a/b.cpp']),
        ('included', {'src/a/b.h': '#include <regex>\n'}, ['src/a/b.h']),
    ],
    'nothing_of_one_machine': [
        ('demo', {'README.md': 'cd /home/demo/shop, src/home/x, $X/wo' 'rk/y, registry.h, 10.0.1\n'}, []),
        ('fixtures', {'tests/data/a': '/ho' 'me/me/x\n'}, []),
        ('a home', {'src/a': 'one\n"/ho' 'me/somebody/x"\n'}, ['src/a:2: a home folder']),
        ('a Mac', {'README.md': '/Us' 'ers/me\n'}, ['a home folder']),
        ('root', {'tests/run': 'cd /ro' 'ot/x\n'}, ['a folder of one machine']),
        ('a build host', {'a': 'at /bui' 'lds/x\n'}, ['a folder of one machine']),
        ('a mirror', {'a': 'https://regi' 'stry.some.example/x\n'}, ['a package mirror']),
        ('a private network', {'tests/data/a': 'http://10.1' '.2.3:8080\n'}, ['a private network']),
    ],
    'kinds_have_file_and_test': [
        ('a whole one', {'src/findings/kinds.inc': '/// X.\nKIND(odd, .title = {"odd", "raro"})\n',
                         'src/findings/find_odd.cpp': 'void find_odd(const View& view) {\n}\n',
                         'tests/unit/findings/odd_test.cpp': 'CHECK(of(Kind::odd));\n'}, []),
        ('a row alone', {'src/findings/kinds.inc': 'KIND(odd, .title = {"odd", "raro"})\n'},
         ['find_odd.cpp: has no find_odd()', 'no test of odd']),
        ('no table', {'src/a/b.cpp': ''}, ['has no row']),
    ],
    'security_names_tests': [
        ('all there',
         {'SECURITY.md': '| **A** | is | `tests/a.cpp`: "one two", "three"; `tests/b.txt`: "c" |\n'
                         '| **B** | is | `tests/c.py`: "test_it"; `tests/fuzz/` |\n',
          'tests/a.cpp': 'TEST_CASE("one "\n          "two") {\n  SUBCASE("three") {\n',
          'tests/b.txt': '== c\n', 'tests/c.py': '\ndef test_it(lab):\n', 'tests/fuzz/x': ''}, []),
        ('no file', {'SECURITY.md': ''}, ['is missing', 'no threat']),
        ('no such file', {'SECURITY.md': '| **A** | is | `tests/a.cpp`: "x" |\n'},
         ['tests/a.cpp is not there']),
        ('no such test',
         {'SECURITY.md': '| **A** | is | `tests/a.cpp`: "x", "y"; `tests/b.txt`: "z" |\n',
          'tests/a.cpp': '// x\nTEST_CASE("y") {\n', 'tests/b.txt': '== zz\n'},
         ['no test "x"', 'no test "z"']),
        ('a threat without a test', {'SECURITY.md': '| **A** | is | nothing |\n'},
         ['no test is named for **A**']),
    ],
    'texts_are_used': [
        ('said', {'src/texts/english.inc': 'TEXT(a_b, "x")\n',
                  'src/m/m.cpp': 'f(Text::a_b);\n'}, []),
        ('not said', {'src/texts/english.inc': 'TEXT(a, "x")\nTEXT(b,\n     "y")\n',
                      'src/m/m.cpp': 'f(texts::Text::a);\n'}, ['nothing says b']),
    ],
    'sentences_are_short': [
        ('short', {'README.md': '# A\n\n' + 'word ' * 24 + 'end. Another one.\n\n- ' + 'item ' * 20 + '\n- b\n',
                   'src/texts/x.inc': 'TEXT(notice_a, "' + 'word ' * 20 + '." "B.")\n'}, []),
        ('long', {'README.md': '```sh\n' + 'word ' * 40 + '\n```\n\n' + 'word ' * 30 + '.\n',
                  'src/texts/x.inc': 'TEXT(notice_a,\n     "' + 'word ' * 20 + '"\n     "' + 'more ' * 9 + '")\n'},
         ['README.md: 30 words', 'notice_a: 29 words']),
    ],
}
