import { type Browser, chromium } from '@playwright/test';
import { importTool } from '../shop/site.ts';

/** Launches the Chromium of the browser tests, without background network traffic. */
export async function openBrowser(): Promise<Browser> {
  const { findBrowser } = (await importTool('browser.mjs')) as { findBrowser: () => Promise<string> };
  return chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--no-first-run'],
  });
}
