/** Bar chart (SVG) of the payment function's share of the floor, by cotas per order and share sold. */
import { axis, grid, heading, HEIGHT, LEFT, RIGHT, text, WIDTH } from './drawing.ts';
import { percent, type Row } from './report.ts';

/** @param rows of rifas of one size, one per bar */
export function drawBarChart(rows: readonly Row[]): string {
  const shares = [...new Set(rows.map((row) => row.sold))].sort((one, other) => one - other);
  const sizes = [...new Set(rows.map((row) => row.k))].sort((one, other) => one - other);
  const scale = axis(Math.max(...rows.map((row) => row.ratio)));
  const { y } = scale;
  const groupWidth = (WIDTH - LEFT - RIGHT) / shares.length;
  const barWidth = (groupWidth * 0.78) / sizes.length;

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
      text(LEFT + 18 + index * 150, HEIGHT - 7, k === 1 ? '1 cota per order' : `${k} cotas per order`),
  );
  const title = `Payment through HTTP, one rifa of ${rows[0]!.total.toLocaleString('en')} numbers`;
  return [
    ...heading(title, 'orders per second, relative to one-row inserts per second (pgbench)'),
    ...grid(scale, percent),
    ...bars,
    ...groups,
    ...legend,
    '</svg>\n',
  ].join('\n');
}

/** Rounds to 0.1% below 10%, else to 1%. */
function round(ratio: number): number {
  return ratio < 0.1 ? Math.round(ratio * 1000) / 1000 : Math.round(ratio * 100) / 100;
}
