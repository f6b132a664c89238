/**
 * What a buyer with a cheap phone on a slow network waits for: `npm run bench -- browser [address]`. Without an address
 * it builds the site and starts the demonstration on a port of its own. Each page is opened afresh, with an empty cache,
 * and the middle of the openings counts. The floor is a page of plain text, opened in the same way.
 */
import { loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { type Opening, openPage } from './open-page.ts';
import { openSite, tool } from './site.ts';

const OPENINGS = 5;

/** What is called good: https://web.dev/articles/vitals. */
const LCP_GOAL_MS = 2_500;
const CLS_GOAL = 0.1;
const HOME_SCRIPT_GOAL_BYTES = 130_000;

const [address] = process.argv.slice(2);
const { findBrowser } = (await tool('browser.mjs')) as { findBrowser: () => Promise<string> };
const site = await openSite(address);
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--no-first-run'],
});
try {
  const [rifa] = (await (await fetch(`${site.url}/api/rifas`)).json()) as { id: string }[];
  console.log(`load average before the run ${loadavg()[0]!.toFixed(1)}; ${OPENINGS} openings a page`);
  const floor = await middleOf('/robots.txt');
  console.log(`floor: a page of text shows after ${Math.round(floor.firstPaintMs)} ms`);
  const pages: [string, string, number][] = [
    ['home', '/', HOME_SCRIPT_GOAL_BYTES],
    ['rifa', `/rifa/${rifa!.id}/anonymous`, Infinity],
  ];
  for (const [name, path, scriptGoal] of pages) {
    const { lcpMs, layoutShift, scriptBytes } = await middleOf(path);
    const ofFloor = `${(lcpMs / floor.firstPaintMs).toFixed(2)} of the floor`;
    tell(name, 'LCP', lcpMs <= LCP_GOAL_MS, `${Math.round(lcpMs)} ms (${ofFloor}), goal ${LCP_GOAL_MS} ms`);
    tell(name, 'CLS', layoutShift <= CLS_GOAL, `${layoutShift.toFixed(3)}, goal ${CLS_GOAL}`);
    const goal = scriptGoal === Infinity ? 'no goal' : `goal ${scriptGoal / 1000} kB`;
    tell(name, 'scripts', scriptBytes <= scriptGoal, `${(scriptBytes / 1000).toFixed(1)} kB, ${goal}`);
  }
} finally {
  await browser.close();
  await site.stop();
}

function tell(page: string, figure: string, isMet: boolean, found: string): void {
  if (!isMet) process.exitCode = 1;
  console.log(`${isMet ? 'ok  ' : 'MISS'} ${page.padEnd(6)} ${figure.padEnd(8)} ${found}`);
}

/** Of each figure the middle one. */
async function middleOf(path: string): Promise<Opening> {
  const openings: Opening[] = [];
  for (let count = 0; count < OPENINGS; count++) openings.push(await openPage(browser, site.url + path));
  const middle = (figure: keyof Opening) =>
    openings.map((opening) => opening[figure]).sort((one, other) => one - other)[OPENINGS >> 1]!;
  return {
    firstPaintMs: middle('firstPaintMs'),
    lcpMs: middle('lcpMs'),
    layoutShift: middle('layoutShift'),
    scriptBytes: middle('scriptBytes'),
  };
}
