/**
 * Draws a flame chart (SVG) from Node CPU profiles: width is time, and a box calls those below it. Idle time is left
 * out.
 */

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string };
  children?: number[];
}

export interface CpuProfile {
  nodes: ProfileNode[];
  /** Microseconds, on one clock for all processes of a machine. */
  startTime: number;
  samples: number[];
  /** Microseconds since the previous sample. */
  timeDeltas: number[];
}

interface Frame {
  name: string;
  url: string;
  /** Microseconds, callees included. */
  time: number;
  callees: Map<string, Frame>;
}

const WIDTH = 1200;
const ROW = 17;
const TOP = 46;
/** Narrower boxes are not drawn. */
const MIN_SHARE = 0.003;
const MAX_DEPTH = 48;
const IDLE = new Set(['(idle)', '(program)']);
const COLOURS: readonly [part: RegExp, colour: string][] = [
  [/\/(?:server|domain|contract|database)\//, '#1b8fa8'],
  [/node_modules\/@orpc|node_modules\/zod/, '#e0a458'],
  [/node_modules\/(?:pg|pg-[a-z]+|kysely)\//, '#7fb069'],
  [/node_modules\/(?:hono|@hono)/, '#c97b84'],
  [/node_modules\/react|web\/build/, '#9a8fd1'],
  [/^node:/, '#b7c4c8'],
];

/** The part of a profile between two times, in microseconds on the clock of `startTime`. */
export function sliceProfile(profile: CpuProfile, from: number, to: number): CpuProfile {
  const samples: number[] = [];
  const timeDeltas: number[] = [];
  let time = profile.startTime;
  for (const [index, delta] of profile.timeDeltas.entries()) {
    time += delta;
    if (time < from || time > to) continue;
    samples.push(profile.samples[index]!);
    timeDeltas.push(delta);
  }
  return { ...profile, startTime: from, samples, timeDeltas };
}

/** @param title one line: which process did what */
export function drawFlameChart(profiles: readonly CpuProfile[], title: string): string {
  const root: Frame = { name: 'all', url: '', time: 0, callees: new Map() };
  for (const profile of profiles) addSamples(root, profile);
  const boxes: string[] = [];
  let depth = 0;
  const draw = (frame: Frame, x: number, row: number) => {
    depth = Math.max(depth, row);
    boxes.push(boxOf(frame, x, row, root.time));
    let at = x;
    for (const callee of [...frame.callees.values()].sort((one, other) => other.time - one.time)) {
      const share = callee.time / root.time;
      if (share >= MIN_SHARE && row < MAX_DEPTH) draw(callee, at, row + 1);
      at += share * WIDTH;
    }
  };
  draw(root, 0, 0);
  const height = TOP + (depth + 1) * ROW + 8;
  const legend = ['this repository', 'oRPC and zod', 'pg and Kysely', 'Hono', 'React', 'Node'].map(
    (name, index) =>
      `<rect x="${8 + index * 130}" y="28" width="10" height="10" fill="${COLOURS[index]![1]}"/>` +
      `<text x="${22 + index * 130}" y="37">${name}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(title)}">`,
    '<style>text{font:11px system-ui,sans-serif;fill:#12262b}.title{font-size:15px;font-weight:600}</style>',
    `<rect width="${WIDTH}" height="${height}" fill="#fbfdfd"/>`,
    `<text class="title" x="8" y="19">${escape(title)}</text>`,
    ...legend,
    ...boxes,
    '</svg>\n',
  ].join('\n');
}

function addSamples(root: Frame, { nodes, samples, timeDeltas }: CpuProfile): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  for (const [index, sample] of samples.entries()) {
    const stack: ProfileNode[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = callers.get(id))
      stack.push(byId.get(id)!);
    stack.pop();
    if (stack.length === 0 || IDLE.has(stack[0]!.callFrame.functionName)) continue;
    const time = timeDeltas[index]!;
    let frame = root;
    frame.time += time;
    for (const { callFrame } of stack.toReversed()) {
      frame = calleeOf(frame, callFrame);
      frame.time += time;
    }
  }
}

function calleeOf({ callees }: Frame, { functionName, url }: ProfileNode['callFrame']): Frame {
  const name = functionName || '(anonymous)';
  const key = `${name} ${url}`;
  const existing = callees.get(key);
  if (existing) return existing;
  const frame: Frame = { name, url, time: 0, callees: new Map() };
  callees.set(key, frame);
  return frame;
}

function boxOf({ name, url, time }: Frame, x: number, row: number, totalTime: number): string {
  const width = (time / totalTime) * WIDTH;
  const y = TOP + row * ROW;
  const colour = COLOURS.find(([part]) => part.test(url))?.[1] ?? '#dfe7e9';
  const file = url
    .replace(/^.*node_modules\//, '')
    .replace(/^.*\/(?=(?:server|domain|contract|database|web)\/)/, '');
  const label = name.slice(0, Math.floor((width - 6) / 6));
  return (
    `<g><title>${escape(`${name} ${file}: ${((time / totalTime) * 100).toFixed(1)}%`)}</title>` +
    `<rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${colour}"/>` +
    (label.length > 2 ? `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escape(label)}</text>` : '') +
    '</g>'
  );
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
