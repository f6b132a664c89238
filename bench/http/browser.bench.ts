/**
 * Core Web Vitals on a throttled phone and a slow network: `npm run bench -- browser`. Options: `--url ADDRESS` of a
 * running site; `--document` writes its part of docs/measurements.md; `--json FILE` writes the rows. Each page is loaded
 * several times with an empty cache; the medians count. The floor is the same for a plain text page.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { markdownTable, describeRun, writePart } from '../reporting/document.ts';
import { type PageLoad, openPage } from './open-page.ts';
import { formatInteger } from '../reporting/report.ts';
import { openBrowser } from './open-browser.ts';
import { openSite } from '../shop/site.ts';

const LOADS = 5;
const CLS_GOAL = 0.02;
/** Rated good on mobile by Lighthouse: https://web.dev/articles/tbt. */
const TBT_GOAL_MS = 200;
/** Rated good: https://web.dev/articles/inp. */
const INP_GOAL_MS = 200;
const SCRIPT_GOAL_KB = 110;

interface Metric {
  page: string;
  metric: string;
  found: string;
  goal: string;
  isMet: boolean;
}

const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    document: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const site = await openSite(options.url);
const browser = await openBrowser();
try {
  const [rifa] = (await (await fetch(`${site.url}/api/rifas`)).json()) as { id: string }[];
  const loadBefore = loadavg()[0]!;
  const floorMs = (await medianOf('/robots.txt')).firstPaintMs;
  const rows = [
    ...checkGoals('home', await medianOf('/', 'Carrinho'), floorMs, 1_500),
    ...checkGoals('rifa', await medianOf(`/rifa/${rifa!.id}/anonymous`, 'Carrinho'), floorMs, 1_800),
    ...checkGoals('ranking', await medianOf('/ranking', 'Carrinho'), floorMs, 1_500),
    ...checkGoals('results', await medianOf('/resultado', 'Carrinho'), floorMs, 1_800),
    ...checkGoals('how to take part', await medianOf('/como-participar', 'Carrinho'), floorMs, 1_500),
  ];
  console.log(
    `load average before the run ${loadBefore.toFixed(1)}; floor (plain text page) ${formatInteger(floorMs)} ms`,
  );
  for (const { page, metric, found, goal, isMet } of rows)
    console.log(`${isMet ? 'ok  ' : 'MISS'} ${page} ${metric.padEnd(32)} ${found}, goal ${goal}`);
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ loadBefore, floorMs, rows }, null, 2)}\n`);
  if (options.document) writePart('browser', compose(rows, loadBefore, floorMs));
  if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1;
} finally {
  await browser.close();
  await site.stop();
}

function checkGoals(page: string, load: PageLoad, floorMs: number, lcpGoalMs: number): Metric[] {
  const { lcpMs, layoutShift, tbtMs, inpMs, scriptBytes } = load;
  const ofFloor = `${(lcpMs / floorMs).toFixed(2)} of the floor`;
  const kilobytes = scriptBytes / 1000;
  return [
    {
      page,
      metric: 'largest contentful paint (LCP)',
      found: `${formatInteger(lcpMs)} ms (${ofFloor})`,
      goal: `${formatInteger(lcpGoalMs)} ms`,
      isMet: lcpMs <= lcpGoalMs,
    },
    {
      page,
      metric: 'layout shift (CLS)',
      found: layoutShift.toFixed(3),
      goal: String(CLS_GOAL),
      isMet: layoutShift <= CLS_GOAL,
    },
    {
      page,
      metric: 'total blocking time (TBT)',
      found: `${formatInteger(tbtMs)} ms`,
      goal: `${TBT_GOAL_MS} ms`,
      isMet: tbtMs <= TBT_GOAL_MS,
    },
    {
      page,
      metric: 'interaction to next paint (INP)',
      found: `${formatInteger(inpMs)} ms`,
      goal: `${INP_GOAL_MS} ms`,
      isMet: inpMs <= INP_GOAL_MS,
    },
    {
      page,
      metric: 'scripts of the first view',
      found: `${kilobytes.toFixed(1)} kB`,
      goal: `${SCRIPT_GOAL_KB} kB`,
      isMet: kilobytes <= SCRIPT_GOAL_KB,
    },
  ];
}

/** Medians of several loads of the page. */
async function medianOf(path: string, button?: string): Promise<PageLoad> {
  const loads: PageLoad[] = [];
  for (let count = 0; count < LOADS; count++) loads.push(await openPage(browser, site.url + path, button));
  const median = (metric: keyof PageLoad) =>
    loads.map((load) => load[metric]).sort((one, other) => one - other)[LOADS >> 1]!;
  return {
    firstPaintMs: median('firstPaintMs'),
    lcpMs: median('lcpMs'),
    layoutShift: median('layoutShift'),
    tbtMs: median('tbtMs'),
    inpMs: median('inpMs'),
    scriptBytes: median('scriptBytes'),
  };
}

function compose(rows: readonly Metric[], loadBefore: number, floorMs: number): string {
  return `
## Pages on a slow phone

${describeRun('browser', loadBefore)}

A phone of 360 px with a CPU throttled four times, on slow 4G (562 ms latency, 1.5 Mbit/s), opens each page ${LOADS} times with an empty cache; medians. On this network a plain text page shows after ${formatInteger(floorMs)} ms, which is the floor.

${markdownTable(
  ['page', 'what', 'found', 'goal', 'met'],
  rows.map(({ page, metric, found, goal, isMet }) => [page, metric, found, goal, isMet ? 'yes' : '**no**']),
)}

TBT is measured in the page's throttled CPU time, so other load on the machine does not affect it. The other values are wall-clock times, which it does affect.

The style sheet is inline, images are requested before scripts, and scripts are few files; docs/performance.md says what they contain. Lazy components are static elements that read their data themselves, so that a parent that re-renders does not discard them before they hydrate (\`e2e/storefront/hydration.spec.ts\`). Rifa cards below the first screen use \`content-visibility\`. On a first visit the display font, 41 kB, loads after the page; titles use a fallback with the same metrics until then (\`web/app/ui/style/fonts.ts\`).
`;
}
