/** Opens a page as a cheap phone on a slow network does, and measures what its owner sees. */
import type { Browser } from '@playwright/test';
import { recordBlockedTime } from './blocked-time.ts';

/** Slower than this machine. */
const CPU_SLOWDOWN = 4;
/** Slow 4G, as Lighthouse applies it to each request: milliseconds and bytes a second. */
const SLOW_4G = { latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };

export interface Opening {
  /** From asking for the page to the first text or picture. */
  firstPaintMs: number;
  /** From asking for the page to its largest text or picture. */
  lcpMs: number;
  /** As the browser scores it, 0 when nothing moved. */
  layoutShift: number;
  /** In which a press had to wait while the page came alive, as https://web.dev/articles/tbt counts it. */
  blockedMs: number;
  /** From the press of a button to the next picture on the screen; NaN when none was pressed. */
  pressMs: number;
  /** Compressed, of the scripts that the page names: what it loads later, when it is alive, is left out. */
  scriptBytes: number;
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** @param button pressed when the page has come to rest */
export async function openPage(browser: Browser, address: string, button?: string): Promise<Opening> {
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
    const blocked = await recordBlockedTime(browser);
    await page.goto(address, { waitUntil: 'networkidle', timeout: 120_000 });
    const blockedMs = await blocked();
    const figures = await page.evaluate(readFigures);
    if (button) {
      await page.evaluate(watchPresses);
      await page.getByRole('button', { name: button }).first().tap();
      await page.waitForFunction(() => document.documentElement.dataset.pressMs !== undefined);
    }
    const pressMs = await page.evaluate(() => Number(document.documentElement.dataset.pressMs ?? Number.NaN));
    return { ...figures, blockedMs, pressMs };
  } finally {
    await context.close();
  }
}

/** Runs in the page: the longest event of a press, as in https://web.dev/articles/inp. */
function watchPresses(): void {
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      const { dataset } = document.documentElement;
      if (/^(?:pointer|touch|mouse|click)/.test(name))
        dataset.pressMs = String(Math.max(duration, Number(dataset.pressMs ?? 0)));
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in the page. */
async function readFigures(): Promise<Omit<Opening, 'blockedMs' | 'pressMs'>> {
  const past = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type, buffered: true });
      // Nothing is reported where nothing has happened.
      requestAnimationFrame(() => setTimeout(() => resolve(observer.takeRecords())));
    });
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  const largest = (await past('largest-contentful-paint')).at(-1);
  const shifts = (await past('layout-shift')) as Shift[];
  const html = await (await fetch(location.href)).text();
  const named = new Set(html.match(/\/assets\/[\w.~-]+\.js/g));
  const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ name }) => named.has(new URL(name).pathname),
  );
  return {
    firstPaintMs: painted?.startTime ?? Number.NaN,
    lcpMs: largest?.startTime ?? Number.NaN,
    layoutShift: shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
    scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  };
}
