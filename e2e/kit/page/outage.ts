/** A server whose database is away for one request. */
import type { Page } from '@playwright/test';

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
