// How BASIC is cut into spans. Made from the grammar by retromaze/language/lexer.py:
// python -m tests.tools.page_sources

export const SPANS: [string, RegExp][] = [
  ["comment", /^(?:'[^\n]*|[Rr][Ee][Mm](?![A-Za-z0-9_%#$])[^\n]*)/],
  ["blank", /^(?:[ \t\r]+)/],
  ["number", /^(?:([0-9]+\.[0-9]+|\.[0-9]+|[0-9]+)[Ee][+-]?[0-9]+#?|([0-9]+\.?[0-9]*|\.[0-9]*)#?|&[Hh][0-9A-Fa-f]+|&[Bb][01]+)/],
  ["constant", /^(?:#[A-Za-z0-9_]+)/],
  ["string", /^(?:"[^"\n]*"?)/],
  ["label", /^(?:@[A-Za-z0-9_]+)/],
  ["name", /^(?:[A-Za-z_][A-Za-z0-9_]*[%#$]?)/],
  ["mark", /^(?:\|\||\&\&|==|!=|<=|>=|<<|>>|=|<|>|\+|\-|\*|\/|!|;|,|:|\?|\[|\]|\(|\))/],
];
