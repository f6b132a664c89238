/** Line chart (SVG) with one line per series. */
import { axis, grid, heading, HEIGHT, LEFT, RIGHT, text, WIDTH } from './drawing.ts';

export interface LineChart {
  title: string;
  subtitle: string;
  /** Labels of the x axis. */
  steps: readonly string[];
  lines: readonly { name: string; values: readonly number[] }[];
  format: (value: number) => string;
}

export function drawLineChart({ title, subtitle, steps, lines, format }: LineChart): string {
  const scale = axis(Math.max(...lines.flatMap(({ values }) => values)));
  const width = (WIDTH - LEFT - RIGHT) / steps.length;
  const x = (index: number) => LEFT + (index + 0.5) * width;
  return [
    ...heading(title, subtitle),
    ...grid(scale, format),
    ...lines.map(({ values }, index) => {
      const points = values.map((value, at) => `${x(at)},${scale.y(value).toFixed(1)}`).join(' ');
      return `<polyline class="l${index}" points="${points}"/>`;
    }),
    ...steps.map((step, index) => text(x(index), HEIGHT - 32, step, 'text-anchor="middle"')),
    ...lines.map(
      ({ name }, index) =>
        `<line class="l${index}" x1="${LEFT + index * 160}" x2="${LEFT + 14 + index * 160}" y1="${HEIGHT - 12}" ` +
        `y2="${HEIGHT - 12}" stroke-width="3"/>` +
        text(LEFT + 20 + index * 160, HEIGHT - 7, name),
    ),
    '</svg>\n',
  ].join('\n');
}
