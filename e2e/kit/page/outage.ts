/** A server whose database is unavailable, or that rejects a request. */
import { expect, type Locator, type Page, type Route } from '@playwright/test';

export const SHOP_UNAVAILABLE = 'A loja está fora do ar por um instante. Tente novamente daqui a pouco.';

const OF_API = {
  json: {
    defined: false,
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'O serviço volta em instantes.',
  },
  headers: { 'retry-after': '2' },
};
const OF_AUTH_SERVICE = {
  json: { code: 'unexpected_failure', message: 'Service temporarily unavailable' },
  headers: { 'x-supabase-api-version': '2024-01-01' },
};

/** Answers the next request to this path as the server does while its database is unavailable. */
export async function failNext(page: Page, method: string, path: string): Promise<void> {
  const url = new RegExp(`${path.replaceAll('*', '[^/]+')}(\\?.*)?$`);
  let isAnswered = false;
  await page.route(url, async (route) => {
    if (isAnswered || route.request().method() !== method) return route.fallback();
    isAnswered = true;
    await route.fulfill({ status: 503, ...(path.startsWith('/auth/') ? OF_AUTH_SERVICE : OF_API) });
  });
}

/**
 * Answers every read of this path with an error: by default as the server does while its database is unavailable. The
 * site does not retry a read that is answered with 400.
 * @returns restores the responses
 */
export async function failReads(
  page: Page,
  path: string,
  status: 400 | 503 = 503,
): Promise<() => Promise<void>> {
  const url = new RegExp(`${path.replaceAll('*', '[^/]+')}(\\?.*)?$`);
  const answer = async (route: Route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    await route.fulfill(status === 503 ? { status, ...OF_API } : { status, json: {} });
  };
  await page.route(url, answer);
  return () => page.unroute(url, answer);
}

/** Presses the retry button of a section whose read fails again; the button keeps the focus. */
export async function retryDuringOutage(retry: Locator, path: string): Promise<void> {
  // The response of the first read, which shows the button, has arrived by then.
  await retry.focus();
  const attempt = retry.page().waitForResponse((response) => new URL(response.url()).pathname === path);
  await retry.press('Enter');
  await attempt;
  await expect(retry).not.toHaveAttribute('aria-busy');
  await expect(retry).toBeFocused();
}
