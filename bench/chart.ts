/** Draws the payment function's share of the floor, by cotas an order and share sold, as an SVG of its own. */
import { percent, type Row } from './report.ts';

const WIDTH = 720;
const HEIGHT = 340;
const LEFT = 56;
const RIGHT = 16;
const TOP = 64;
const BOTTOM = 56;
const PLOT_HEIGHT = HEIGHT - TOP - BOTTOM;

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #12262b }
  .title { font-size: 16px; font-weight: 600 }
  .quiet { fill: #4d6268 }
  line { stroke: #c3d3d6 }
  .k0 { fill: #00566b } .k1 { fill: #1b8fa8 } .k2 { fill: #7cc3d1 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e8f4f6 } .quiet { fill: #a9bfc4 } line { stroke: #3f6069 }
    .k0 { fill: #d3f3fa } .k1 { fill: #6cc5da } .k2 { fill: #2f8195 }
  }`;

/** @param rows of one total, with and without sales before, one for each bar */
export function drawChart(rows: readonly Row[]): string {
  const shares = [...new Set(rows.map((row) => row.sold))].sort((one, other) => one - other);
  const sizes = [...new Set(rows.map((row) => row.k))].sort((one, other) => one - other);
  const scale = axis(Math.max(...rows.map((row) => row.ratio)));
  const y = (ratio: number) => TOP + PLOT_HEIGHT * (1 - ratio / scale.top);
  const groupWidth = (WIDTH - LEFT - RIGHT) / shares.length;
  const barWidth = (groupWidth * 0.78) / sizes.length;

  const grid = scale.ticks.map(
    (tick) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}"/>` +
      text(LEFT - 8, y(tick) + 4, percent(tick), 'class="quiet" text-anchor="end"'),
  );
  const bars = rows.map((row) => {
    const x =
      LEFT + shares.indexOf(row.sold) * groupWidth + groupWidth * 0.11 + sizes.indexOf(row.k) * barWidth;
    return (
      `<rect class="k${sizes.indexOf(row.k)}" x="${x}" y="${y(row.ratio)}" width="${barWidth - 3}" ` +
      `height="${y(0) - y(row.ratio)}" rx="2"/>` +
      text(x + (barWidth - 3) / 2, y(row.ratio) - 5, percent(round(row.ratio)), 'text-anchor="middle"')
    );
  });
  const groups = shares.map((share, index) =>
    text(LEFT + (index + 0.5) * groupWidth, HEIGHT - 32, `${percent(share)} sold`, 'text-anchor="middle"'),
  );
  const legend = sizes.map(
    (k, index) =>
      `<rect class="k${index}" x="${LEFT + index * 150}" y="${HEIGHT - 18}" width="12" height="12" rx="2"/>` +
      text(LEFT + 18 + index * 150, HEIGHT - 7, k === 1 ? '1 cota an order' : `${k} cotas an order`),
  );
  const title = `Paying through HTTP, one rifa of ${rows[0]!.total.toLocaleString('en')} numbers`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">`,
    `<style>${STYLE}\n</style>`,
    text(LEFT, 24, title, 'class="title"'),
    text(LEFT, 44, 'orders a second, as a share of one-row inserts a second (pgbench)', 'class="quiet"'),
    ...grid,
    ...bars,
    ...groups,
    ...legend,
    '</svg>\n',
  ].join('\n');
}

/** Round ticks, five or so, and room above the highest bar for its figure. */
function axis(highest: number): { top: number; ticks: number[] } {
  const rough = (highest * 1.1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!;
  const count = Math.ceil((highest * 1.1) / step);
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => round(step * index)) };
}

/** To a tenth of a percent below ten percent, else to a whole one. */
function round(ratio: number): number {
  return ratio < 0.1 ? Math.round(ratio * 1000) / 1000 : Math.round(ratio * 100) / 100;
}

function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${x}" y="${y}" ${attributes}>${content}</text>`;
}
