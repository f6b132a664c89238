/** Frame, axis, and light and dark colours of the charts. */

export const WIDTH = 720;
export const HEIGHT = 340;
export const LEFT = 56;
export const RIGHT = 16;
export const TOP = 64;
export const BOTTOM = 56;
export const PLOT_HEIGHT = HEIGHT - TOP - BOTTOM;

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #12262b }
  .title { font-size: 16px; font-weight: 600 }
  .quiet { fill: #4d6268 }
  line { stroke: #c3d3d6 }
  .k0 { fill: #00566b } .k1 { fill: #1b8fa8 } .k2 { fill: #7cc3d1 }
  .l0 { stroke: #00566b } .l1 { stroke: #1b8fa8 } .l2 { stroke: #e0803f } .l3 { stroke: #7cc3d1 }
  polyline { fill: none; stroke-width: 2.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e8f4f6 } .quiet { fill: #a9bfc4 } line { stroke: #3f6069 }
    .k0 { fill: #d3f3fa } .k1 { fill: #6cc5da } .k2 { fill: #2f8195 }
    .l0 { stroke: #d3f3fa } .l1 { stroke: #6cc5da } .l2 { stroke: #f0a066 } .l3 { stroke: #2f8195 }
  }`;

/** Opening tags, title and subtitle; the caller closes with `</svg>`. */
export function heading(title: string, subtitle: string): string[] {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">`,
    `<style>${STYLE}\n</style>`,
    text(LEFT, 24, title, 'class="title"'),
    text(LEFT, 44, subtitle, 'class="quiet"'),
  ];
}

export interface Axis {
  ticks: number[];
  /** y coordinate of a value. */
  y: (value: number) => number;
}

/** About five round ticks, with room for a label above the highest value. */
export function axis(highest: number): Axis {
  const rough = (highest * 1.1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!;
  const count = Math.ceil((highest * 1.1) / step);
  return {
    ticks: Array.from({ length: count + 1 }, (_, index) => Number((step * index).toPrecision(6))),
    y: (value) => TOP + PLOT_HEIGHT * (1 - value / (step * count)),
  };
}

export function grid({ ticks, y }: Axis, format: (value: number) => string): string[] {
  return ticks.map(
    (tick) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}"/>` +
      text(LEFT - 8, y(tick) + 4, format(tick), 'class="quiet" text-anchor="end"'),
  );
}

export function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${x}" y="${y}" ${attributes}>${content}</text>`;
}
