/**
 * A draw of a million sold numbers, gone over by the visitor's own browser: `npm run bench -- verify [address] [numbers]`.
 * Without an address it builds the site and starts the demonstration on a port of its own. The page's thread runs four
 * times slower than this machine; the worker that hashes runs at its full speed, as Chromium cannot slow workers down.
 * What counts is the longest time in which the page could not have answered a finger, beside the longest one on the same
 * page while nothing is done.
 */
import { loadavg } from 'node:os';
import type { Page } from '@playwright/test';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { makeDraw } from '@mare/domain/draws/draws.testing.ts';
import { openBrowser } from './http/open-browser.ts';
import { openSite } from './shop/site.ts';

const CPU_SLOWDOWN = 4;
/** A drawn rifa of the demonstration, whose page is shown; what it tells is exchanged. */
const DRAWN = '5e000000-0000-4000-8000-000000000013';
/** A person notices what takes longer: https://web.dev/articles/rail. */
const GOAL_MS = 100;
const FLOOR_MS = 5_000;

const [address, numbers = '1000000'] = process.argv.slice(2);
const totalNumbers = Number(numbers);
const holders = new Map(
  Array.from({ length: totalNumbers }, (_, index) => [index + 1, `buyer ${index % 50_000}`] as const),
);
const { text, record } = makeDraw({
  totalNumbers,
  holders,
  prizes: ['31976', '14292', '30948', '96672', '68951'],
});
const site = await openSite(address);
const browser = await openBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, isMobile: true });
  await exchangeDraw(page);
  await page.goto(`${site.url}/resultado`);
  await page.locator(`a[href="/resultado/${DRAWN}"]`).first().click();
  const button = page.getByRole('button', { name: 'Refazer o sorteio agora' });
  await button.waitFor();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.evaluate(watchBlocks);
  const before = await blocksWithin(page, FLOOR_MS);
  const began = performance.now();
  await button.click();
  await page.getByText('Confere: o sorteio é honesto.').waitFor({ timeout: 600_000 });
  const seconds = (performance.now() - began) / 1000;
  const during = await blocksWithin(page, 0);
  const longest = longestOf(during);
  const floor = longestOf(before);
  const isMet = longest <= Math.max(GOAL_MS, floor);
  if (!isMet) process.exitCode = 1;
  console.log(`load average ${loadavg()[0]!.toFixed(1)}; ${totalNumbers} numbers, ${text.length / 1e6} MB`);
  console.log(`verified in ${seconds.toFixed(1)} s`);
  console.log(`floor: ${Math.round(floor)} ms while nobody does anything for ${FLOOR_MS / 1000} s`);
  console.log(
    `${isMet ? 'ok  ' : 'MISS'} longest block of the page ${Math.round(longest)} ms, goal ${GOAL_MS} ms or the floor; ${during.length} of 50 ms or more`,
  );
} finally {
  await browser.close();
  await site.stop();
}

/** Lets the page be told of the large draw, and be sent its list. */
async function exchangeDraw(page: Page): Promise<void> {
  await page.route(`**/api/draws/${DRAWN}`, async (route) => {
    const answer = await route.fetch();
    const audit = (await answer.json()) as DrawAudit;
    await route.fulfill({
      response: answer,
      json: {
        ...audit,
        rifa: { ...audit.rifa, totalNumbers },
        list: { ...audit.list, soldNumbers: totalNumbers, bytes: text.length },
        record: { ...record, anchor: null },
      },
    });
  });
  await page.route('**/lista.txt', (route) =>
    route.fulfill({ body: text, contentType: 'text/plain; charset=utf-8' }),
  );
}

interface Block {
  startTime: number;
  duration: number;
}

function longestOf(blocks: Block[]): number {
  return Math.max(0, ...blocks.map(({ duration }) => duration));
}

/** What was noted since it was asked last, after a while. */
async function blocksWithin(page: Page, ms: number): Promise<Block[]> {
  await page.waitForTimeout(ms);
  return page.evaluate(() => (globalThis as unknown as { blocks: Block[] }).blocks.splice(0));
}

/** Runs in the page: notes each time in which nothing else could run, in milliseconds. */
function watchBlocks(): void {
  const blocks: Block[] = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) blocks.push({ startTime, duration });
  }).observe({ type: 'longtask' });
  Object.assign(globalThis, { blocks });
}
