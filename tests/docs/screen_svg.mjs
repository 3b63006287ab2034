// A terminal's screen, with its colours, as an SVG that needs nothing else.

const CELL = { width: 8.4, height: 18 };
const MARGIN = 16;
const BASE = ['#1e1e1e', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d0d0d0',
  '#7f848e', '#ff7b86', '#b5e890', '#ffd98c', '#8fc7ff', '#e29bf2', '#7fd7e0', '#ffffff'];
const PAPER = '#1e1e1e';
const INK = '#d0d0d0';

// A colour of the palette of 256, by its number.
function paletteColour(number) {
  if (number < 16) return BASE[number];
  if (number >= 232) {
    const grey = 8 + (number - 232) * 10;
    return `rgb(${grey},${grey},${grey})`;
  }
  const part = (value) => (value === 0 ? 0 : 55 + value * 40);
  const rest = number - 16;
  return `rgb(${part(Math.floor(rest / 36))},${part(Math.floor(rest / 6) % 6)},${part(rest % 6)})`;
}

// What a list of SGR numbers makes of a style.
function styled(style, codes) {
  const next = { ...style };
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at];
    if (code === 0) Object.assign(next, { ink: undefined, paper: undefined, bold: false, dim: false, inverse: false });
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 22) Object.assign(next, { bold: false, dim: false });
    else if (code === 7) next.inverse = true;
    else if (code === 27) next.inverse = false;
    else if (code >= 30 && code <= 37) next.ink = BASE[code - 30];
    else if (code >= 90 && code <= 97) next.ink = BASE[code - 82];
    else if (code === 39) next.ink = undefined;
    else if (code >= 40 && code <= 47) next.paper = BASE[code - 40];
    else if (code === 49) next.paper = undefined;
    else if (code === 38 || code === 48) {
      const colour = codes[at + 1] === 5 ? paletteColour(codes[at + 2])
        : `rgb(${codes[at + 2]},${codes[at + 3]},${codes[at + 4]})`;
      next[code === 38 ? 'ink' : 'paper'] = colour;
      at += codes[at + 1] === 5 ? 2 : 4;
    }
  }
  return next;
}

// The stretches of one style of a line: their column, text and style.
function stretches(line, style) {
  const found = [];
  let column = 0;
  for (const [, sequence, text] of line.matchAll(/\x1b\[([\d;]*)m|([^\x1b]+|\x1b)/g)) {
    if (sequence !== undefined) style = styled(style, (sequence || '0').split(';').map(Number));
    else if (text !== '\x1b') {
      found.push({ column, text, style });
      column += [...text].length;
    }
  }
  return { found, style };
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const short = (number) => String(Math.round(number * 10) / 10);

// The rows of a screen as SVG text. `title` says what is to be seen, for those who do not see it.
export function screenSvg(screen, { columns, title }) {
  const lines = screen.replace(/\s+$/, '').split('\n');
  const width = short(columns * CELL.width + 2 * MARGIN);
  const height = short(lines.length * CELL.height + 2 * MARGIN);
  let style = {};
  let body = '';
  lines.forEach((line, row) => {
    const { found, style: last } = stretches(line, style);
    style = last;
    for (const part of found) {
      const { ink = INK, paper, bold, dim, inverse } = part.style;
      const x = MARGIN + part.column * CELL.width;
      const y = MARGIN + row * CELL.height;
      const length = short([...part.text].length * CELL.width);
      const behind = inverse ? ink : paper;
      if (behind) body += `<rect x="${short(x)}" y="${short(y)}" width="${length}" height="${CELL.height}" fill="${behind}"/>\n`;
      if (part.text.trim() === '') continue;
      const before = part.text.length - part.text.trimStart().length;
      const text = part.text.trim();
      body += `<text x="${short(x + before * CELL.width)}" y="${short(y + 13.5)}" textLength="${
        short([...text].length * CELL.width)}" fill="${inverse ? PAPER : ink}"${bold ? ' font-weight="bold"' : ''}${
        dim ? ' opacity="0.6"' : ''}>${escaped(text)}</text>\n`;
    }
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" rx="8" fill="${PAPER}"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" xml:space="preserve" lengthAdjust="spacingAndGlyphs">
${body}</g>
</svg>
`;
}
