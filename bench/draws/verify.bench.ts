/**
 * Verification of a draw of a million sold numbers in the browser: `npm run bench -- verify [url] [numbers]`.
 * Without a URL it builds the site and starts it with demo data on a free port. The main thread is throttled four
 * times; the hashing worker is not, because Chromium cannot throttle workers. Measures the longest main-thread task,
 * compared with the longest one on the idle page.
 */
import { loadavg } from 'node:os';
import type { Page } from '@playwright/test';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { makeDraw } from '@mare/domain/draws/draws.testing.ts';
import { openBrowser } from '../http/open-browser.ts';
import { openSite } from '../shop/site.ts';

const CPU_SLOWDOWN = 4;
/** A drawn rifa of the demo data; its API responses are replaced. */
const DRAWN_RIFA_ID = '5e000000-0000-4000-8000-000000000013';
/** Longer delays are noticeable: https://web.dev/articles/rail. */
const GOAL_MS = 100;
const FLOOR_MS = 5_000;

const [url, numbers = '1000000'] = process.argv.slice(2);
const totalNumbers = Number(numbers);
const holders = new Map(
  Array.from({ length: totalNumbers }, (_, index) => [index + 1, `buyer ${index % 50_000}`] as const),
);
const { text, record } = makeDraw({
  totalNumbers,
  holders,
  prizes: ['31976', '14292', '30948', '96672', '68951'],
});
const site = await openSite(url);
const browser = await openBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, isMobile: true });
  await replaceDraw(page);
  await page.goto(`${site.url}/resultado`);
  await page.locator(`a[href="/resultado/${DRAWN_RIFA_ID}"]`).first().click();
  const button = page.getByRole('button', { name: 'Refazer o sorteio agora' });
  await button.waitFor();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.evaluate(observeLongTasks);
  const before = await takeLongTasks(page, FLOOR_MS);
  const began = performance.now();
  await button.click();
  await page.getByText('Confere: o sorteio é honesto.').waitFor({ timeout: 600_000 });
  const seconds = (performance.now() - began) / 1000;
  const during = await takeLongTasks(page, 0);
  const longest = longestTask(during);
  const floor = longestTask(before);
  const isMet = longest <= Math.max(GOAL_MS, floor);
  if (!isMet) process.exitCode = 1;
  console.log(`load average ${loadavg()[0]!.toFixed(1)}; ${totalNumbers} numbers, ${text.length / 1e6} MB`);
  console.log(`verified in ${seconds.toFixed(1)} s`);
  console.log(`floor: ${Math.round(floor)} ms on the idle page within ${FLOOR_MS / 1000} s`);
  console.log(
    `${isMet ? 'ok  ' : 'MISS'} longest main-thread task ${Math.round(longest)} ms, goal ${GOAL_MS} ms or the floor; ${during.length} of 50 ms or more`,
  );
} finally {
  await browser.close();
  await site.stop();
}

/** Replaces the API's draw and list with the large ones. */
async function replaceDraw(page: Page): Promise<void> {
  await page.route(`**/api/draws/${DRAWN_RIFA_ID}`, async (route) => {
    const response = await route.fetch();
    const audit = (await response.json()) as DrawAudit;
    await route.fulfill({
      response: response,
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

interface LongTask {
  startTime: number;
  duration: number;
}

function longestTask(longTasks: LongTask[]): number {
  return Math.max(0, ...longTasks.map(({ duration }) => duration));
}

/** Waits, then returns and clears the long tasks recorded so far. */
async function takeLongTasks(page: Page, ms: number): Promise<LongTask[]> {
  await page.waitForTimeout(ms);
  return page.evaluate(() => (globalThis as unknown as { longTasks: LongTask[] }).longTasks.splice(0));
}

/** Runs in the page: records long tasks in `globalThis.longTasks`, milliseconds. */
function observeLongTasks(): void {
  const longTasks: LongTask[] = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push({ startTime, duration });
  }).observe({ type: 'longtask' });
  Object.assign(globalThis, { longTasks });
}
