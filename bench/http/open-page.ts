/** Loads a page on an emulated slow phone and network, and measures its Core Web Vitals. */
import type { Browser } from '@playwright/test';
import { readLayoutShifts, sumOfShifts } from '../../tools/kit/layout-shifts.ts';
import { recordBlockingTime } from './blocking-time.ts';

const CPU_SLOWDOWN = 4;
/** Lighthouse's slow 4G, per request: milliseconds and bytes per second. */
const SLOW_4G = { latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };

export interface PageLoad {
  /** First contentful paint. */
  firstPaintMs: number;
  /** Largest contentful paint. */
  lcpMs: number;
  /** Cumulative layout shift; 0 when nothing moved. */
  layoutShift: number;
  /** Total blocking time: https://web.dev/articles/tbt. */
  tbtMs: number;
  /** Interaction to next paint of a tap on the button; NaN without one: https://web.dev/articles/inp. */
  inpMs: number;
  /** Compressed size of the scripts in the HTML; lazy ones do not count. */
  scriptBytes: number;
}

/** @param button tapped once the network is idle */
export async function openPage(browser: Browser, url: string, button?: string): Promise<PageLoad> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const stopRecording = await recordBlockingTime(browser);
    await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
    const tbtMs = await stopRecording();
    const metrics = await page.evaluate(readMetrics);
    const layoutShift = sumOfShifts(await readLayoutShifts(page));
    if (button) {
      await page.evaluate(observeInteractions);
      await page.getByRole('button', { name: button }).first().tap();
      await page.waitForFunction(() => document.documentElement.dataset.inpMs !== undefined);
    }
    const inpMs = await page.evaluate(() => Number(document.documentElement.dataset.inpMs ?? Number.NaN));
    return { ...metrics, layoutShift, tbtMs, inpMs };
  } finally {
    await context.close();
  }
}

/** Runs in the page: records the longest event of an interaction. */
function observeInteractions(): void {
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      const { dataset } = document.documentElement;
      if (/^(?:pointer|touch|mouse|click)/.test(name))
        dataset.inpMs = String(Math.max(duration, Number(dataset.inpMs ?? 0)));
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in the page. */
async function readMetrics(): Promise<Omit<PageLoad, 'layoutShift' | 'tbtMs' | 'inpMs'>> {
  const largest = await new Promise<PerformanceEntry | undefined>((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)));
    observer.observe({ type: 'largest-contentful-paint', buffered: true });
    // The observer is not called when there are no entries.
    requestAnimationFrame(() => setTimeout(() => resolve(observer.takeRecords().at(-1))));
  });
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  const html = await (await fetch(location.href)).text();
  const named = new Set(html.match(/\/assets\/[\w.~-]+\.js/g));
  const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ name }) => named.has(new URL(name).pathname),
  );
  return {
    firstPaintMs: painted?.startTime ?? Number.NaN,
    lcpMs: largest?.startTime ?? Number.NaN,
    scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  };
}
