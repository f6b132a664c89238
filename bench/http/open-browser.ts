import { type Browser, chromium } from '@playwright/test';
import { tool } from '../shop/site.ts';

/** Chromium as the browser tests find it, and nothing in it that goes to the network by itself. */
export async function openBrowser(): Promise<Browser> {
  const { findBrowser } = (await tool('browser.mjs')) as { findBrowser: () => Promise<string> };
  return chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--no-first-run'],
  });
}
