#include "report/page_assets.h"

namespace context_rot::report {

namespace {

constexpr std::string_view style = R"css(
:root {
  color-scheme: light dark;
  --page: #fff; --text: #1c1e21; --soft: #5f646d; --rule: #dfe1e5; --faint: #f3f4f6;
  --accent: #2f5aa8; --warn: #a83a22; --hatch: #f6dcd5; --past: #e6e8eb; --past-edge: #9aa0a9;
  --overhead: #b4b9c1; --summary: #868d99; --client: #d3d6db; --prompts: #dfa339;
  --answers: #4268ad; --tool0: #17695f; --tool1: #35887d; --tool2: #62a69c; --tool3: #93c4bc;
  --tool4: #bedcd7; --tools: #dcebe8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #16181b; --text: #e6e7e9; --soft: #9ba1ab; --rule: #34383f; --faint: #1f2226;
    --accent: #8fb0ec; --warn: #ef8b70; --hatch: #4a2a22; --past: #2a2d32; --past-edge: #6d737d;
    --overhead: #5b616b; --summary: #7d8490; --client: #3d4149; --prompts: #c8932f;
    --answers: #6f92d6; --tool0: #58b8ab; --tool1: #3f9a8e; --tool2: #2f7c72; --tool3: #276159;
    --tool4: #214b45; --tools: #1d3a36;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 32px 24px 64px; max-width: 1120px; background: var(--page);
  color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: break-word;
}
h1 { font-size: 22px; line-height: 1.25; margin: 0; font-weight: 650; letter-spacing: -.01em; }
h2 { font-size: 16px; margin: 44px 0 10px; font-weight: 650; }
h3 { font-size: 15px; margin: 22px 0 4px; font-weight: 600; }
p { margin: 4px 0; }
.soft, .note, footer { color: var(--soft); }
.note, footer { font-size: 13px; } .note { max-width: 76ch; }
footer { margin-top: 56px; padding-top: 12px; border-top: 1px solid var(--rule); }
code, .id { font: 12.5px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }

.strip { display: grid; grid-template-columns: 3fr 2fr 2fr; gap: 16px 40px; margin: 28px 0 0; }
.strip dt { color: var(--soft); font-size: 13px; }
.strip dd { margin: 0; font-size: 13px; color: var(--soft); }
.strip strong { display: block; color: var(--text); font-size: 22px; line-height: 1.35; font-weight: 600; }
.bar { display: block; width: 100%; height: 8px; margin: 3px 0 4px; }
.bar .helps { fill: var(--text); }

.chart { display: grid; grid-template-columns: 38px minmax(0, 1fr) 148px; margin: 0; column-gap: 6px; }
.chart svg { display: block; width: 100%; overflow: visible; }
.chart .canvas { touch-action: pan-y; cursor: crosshair; }
.area { stroke: var(--page); stroke-width: 1; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
.l-overhead { fill: var(--overhead); } .l-summary { fill: var(--summary); }
.l-client { fill: var(--client); } .l-prompts { fill: var(--prompts); }
.l-answers { fill: var(--answers); } .l-tool0 { fill: var(--tool0); } .l-tool1 { fill: var(--tool1); }
.l-tool2 { fill: var(--tool2); } .l-tool3 { fill: var(--tool3); } .l-tool4 { fill: var(--tool4); }
.l-tools { fill: var(--tools); } .l-noise { fill: url(#hatch); }
.l-past { fill: var(--past); stroke: var(--past-edge); }
.hatch-base { fill: var(--hatch); } .hatch-line { stroke: var(--warn); stroke-width: 1.4; fill: none; }
.grid { stroke: var(--text); stroke-opacity: .09; }
.base, .mark { stroke: var(--soft); }
.band { stroke: var(--text); stroke-dasharray: 5 4; stroke-opacity: .55; }
.compacts { stroke: var(--text); stroke-dasharray: 1 3; stroke-opacity: .8; }
.compaction { stroke: var(--text); stroke-width: 1.5; stroke-dasharray: 3 2; }
.lane { stroke: var(--rule); } .unknown { stroke: var(--soft); stroke-dasharray: 1 4; }
.leader { stroke: var(--soft); stroke-width: .75; }
.cursor { stroke: var(--accent); stroke-width: 1.5; visibility: hidden; }
.live .cursor { visibility: visible; }
.m-correction { fill: var(--accent); } .m-failure { stroke: var(--warn); stroke-width: 1.8; fill: none; }
.m-band { fill: var(--page); stroke: var(--text); stroke-width: 1.3; }
.chart text { font-size: 12px; fill: var(--text); }
.chart .tick { font-size: 11.5px; fill: var(--soft); }
.chart .value { fill: var(--soft); }
.halo { paint-order: stroke; stroke: var(--page); stroke-width: 3.5px; stroke-linejoin: round; font-size: 11.5px; }
.end { text-anchor: end; } .middle { text-anchor: middle; }

.scrub { margin: 8px 154px 0 44px; }
.scrub label { font-size: 13px; color: var(--soft); }
.scrub input { display: block; width: calc(100% + 16px); height: 20px; margin: 2px -8px;
  appearance: none; background: none; cursor: ew-resize; }
.scrub input::-webkit-slider-runnable-track { height: 2px; background: var(--rule); }
.scrub input::-webkit-slider-thumb { appearance: none; width: 16px; height: 16px; margin-top: -7px;
  border-radius: 8px; background: var(--accent); border: 3px solid var(--page); }
.scrub input::-moz-range-track { height: 2px; background: var(--rule); }
.scrub input::-moz-range-thumb { width: 10px; height: 10px; border-radius: 8px;
  background: var(--accent); border: 3px solid var(--page); }
output { display: block; min-height: 76px; font-size: 14px; }
output b { font-weight: 600; } output span { display: block; }

.wide { overflow-x: auto; }
.wide .p { min-width: 22ch; } .wide.by-turn th { white-space: nowrap; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th { text-align: left; font-weight: 500; color: var(--soft); font-size: 13px; }
th, td { padding: 4px 14px 4px 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
.n { text-align: right; white-space: nowrap; } .t { white-space: nowrap; }
tfoot td { font-weight: 600; border-bottom: 0; }
.swatch { width: 12px; height: 12px; margin-right: 8px; vertical-align: -1px; }
.fills { max-width: 640px; } .fills td:first-child { overflow-wrap: anywhere; }

details { border-bottom: 1px solid var(--rule); }
summary { padding: 5px 0; cursor: pointer; }
.finding summary { display: grid; grid-template-columns: 12px 62px minmax(0, 1fr); gap: 8px; list-style: none; }
.finding summary::-webkit-details-marker { display: none; }
.finding summary::before { content: "+"; color: var(--soft); }
.finding[open] summary::before { content: "\2212"; }
.finding dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 16px;
  margin: 2px 0 12px 90px; font-size: 13.5px; }
.finding summary, .finding dd { overflow-wrap: anywhere; }
.finding dt { color: var(--soft); } .finding dd { margin: 0; }
.sum { float: right; font-weight: 400; color: var(--soft); font-size: 14px; }
.block > summary { font-size: 16px; font-weight: 650; padding: 10px 0; }
.blocks { margin-top: 44px; border-top: 1px solid var(--rule); }
.block[open] { padding-bottom: 16px; }

@media (max-width: 640px) {
  body { padding: 20px 16px 48px; }
  .strip { grid-template-columns: 1fr; gap: 14px; }
  .chart { grid-template-columns: 32px minmax(0, 1fr) 96px; column-gap: 4px; }
  .chart .label { font-size: 11px; } .chart .value, .chart .tokens { display: none; }
  .scrub { margin: 8px 0 0; } .scrub input { width: calc(100% - 120px); margin: 2px 0 2px 28px; }
  .finding dl { margin-left: 20px; }
  .fills td:first-child { padding-left: 20px; text-indent: -20px; }
}
@media print { .scrub { display: none; } }
)css";

constexpr std::string_view script = R"js(
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const stops = data.stops;
  const slider = document.getElementById('turn');
  const output = document.getElementById('readout');
  const canvas = document.querySelector('.canvas');
  const cursor = document.querySelector('.cursor');
  const lang = document.documentElement.lang;
  const count = n => n.toLocaleString(lang, {useGrouping: 'always'});
  let at = stops.length - 1;

  const element = (name, text) => {
    const one = document.createElement(name);
    one.textContent = text;
    return one;
  };
  const show = index => {
    at = Math.max(0, Math.min(stops.length - 1, index));
    const [turn, time, x, total, note, prompt, ...parts] = stops[at];
    for (const end of ['x1', 'x2']) cursor.setAttribute(end, x / data.width * 100 + '%');
    slider.value = x;
    slider.setAttribute('aria-valuetext', data.turn + ' ' + turn);
    const head = element('b', data.turn + ' ' + turn);
    const first = element('span', '');
    first.append(head, ' \u00b7 ' + [time, count(total) + ' ' + data.tokens, note]
      .filter(Boolean).join(' \u00b7 '));
    const shares = parts.map((n, i) => [n, data.layers[i]]).filter(([n]) => n > 0)
      .sort((a, b) => b[0] - a[0]).map(([n, name]) => name + '\u00a0' + count(n));
    output.replaceChildren(first, element('span', prompt),
      element('span', parts.length ? shares.join(', ') : data.only));
  };
  const nearest = x => {
    let low = 0, high = stops.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (stops[middle][2] < x) low = middle + 1; else high = middle;
    }
    return low > 0 && x - stops[low - 1][2] < stops[low][2] - x ? low - 1 : low;
  };
  const steps = {
    ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10,
    Home: -Infinity, End: Infinity};
  slider.addEventListener('keydown', event => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    show(at + step);
  });
  slider.addEventListener('input', () => show(nearest(+slider.value)));
  const follow = event => {
    const box = canvas.getBoundingClientRect();
    show(nearest((event.clientX - box.left) / box.width * data.width));
  };
  canvas.addEventListener('pointermove', follow);
  canvas.addEventListener('pointerdown', follow);

  slider.max = data.width;
  document.querySelector('.scrub').hidden = false;
  document.body.classList.add('live');
  show(at);
})();
)js";

}  // namespace

std::string_view page_style() {
  return style;
}

std::string_view page_script() {
  return script;
}

}  // namespace context_rot::report
