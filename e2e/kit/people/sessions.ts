/** Sessions of an account: aged, or copied to the browser of a thief. */
import { expect, type Browser, type Page } from '@playwright/test';
import { connectPool } from '@mare/database/connection/connect.ts';

/** More than the ten minutes for which a step-up proof is valid. */
const OLD_SECONDS = 3600;

/** Moves the sign-ins and step-up proofs of an account's sessions an hour into the past. */
export async function ageProofs(email: string): Promise<void> {
  const pool = connectPool({ url: process.env.E2E_DATABASE!, max: 1 });
  try {
    const aged = await pool.query(
      `update auth.sessions s
          set amr = (select jsonb_agg(use || jsonb_build_object('timestamp', (use ->> 'timestamp')::bigint - $2))
                       from jsonb_array_elements(s.amr) use)
         from auth.users u where u.id = s.user_id and u.email = $1`,
      [email, OLD_SECONDS],
    );
    expect(aged.rowCount).toBeGreaterThan(0);
  } finally {
    await pool.end();
  }
}

/** Opens another browser on another device. The caller closes its context. */
export async function openThief(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
  });
  return context.newPage();
}

/** Copies the session in the storage of one browser into that of another, and opens a page there. */
export async function stealSession(from: Page, to: Page, path: string): Promise<void> {
  const stolen = await from.evaluate(() => localStorage.getItem('mare.auth'));
  await to.goto('/');
  await to.evaluate((session) => localStorage.setItem('mare.auth', session!), stolen);
  await to.goto(path);
}
