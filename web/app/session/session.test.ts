import { expect, test, vi } from 'vitest';
import { SESSION_KEY, sessionFor, simulateTab, TWO_MINUTES } from './simulated-tab.testing.ts';

vi.mock('react', async (original) => {
  const { readStore } = await import('./simulated-tab.testing.ts');
  return { ...(await original<object>()), useSyncExternalStore: readStore };
});

const tab = simulateTab();
const rejected = (status: number) => () => Response.json({ code: 'x', message: 'x' }, { status });

// @covers storefront 8: sign-out ignores 404, 401 and 403 [web/app/session/session.ts]
test.each([404, 401, 403, 500])('signs out in this browser when the server responds %i', async (status) => {
  await tab.open(3600);
  expect(tab.session.useSession()).toMatchObject({ status: 'signed-in', userId: 'u1', name: 'Rita' });
  tab.respond = rejected(status);
  await tab.session.signOut();
  expect(tab.session.useSession()).toEqual({ status: 'visitor' });
  expect(tab.storage.get(SESSION_KEY)).toBeUndefined();
});

test('signs in and out in a browser that blocks storage', async () => {
  const blocked = {
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  };
  Object.defineProperties(tab.page, { localStorage: blocked, sessionStorage: blocked });
  vi.stubGlobal('localStorage', undefined);
  tab.respond = () => Response.json(sessionFor(3600));
  tab.session.useSession();
  const client = await tab.session.authClient();
  await client.signInWithPassword({ email: 'rita@exemplo.com.br', password: 'maré' });
  expect(tab.session.useSession()).toMatchObject({ status: 'signed-in' });
  tab.respond = rejected(500);
  await tab.session.signOut();
  expect(tab.session.useSession()).toEqual({ status: 'visitor' });
});

test('deletes the drafts of this tab at sign-out', async () => {
  await tab.open(3600);
  const stored: Record<string, unknown> = { 'mare.draft.buyer': '{}', 'mare.coupon': 'SOL10' };
  const removeItem = (key: string) => void delete stored[key];
  Object.assign(tab.page, { sessionStorage: Object.assign(stored, { getItem: () => null, removeItem }) });
  await tab.session.signOut();
  expect(stored).not.toHaveProperty(['mare.draft.buyer']);
  expect(stored).toHaveProperty(['mare.coupon']);
});

// @covers storefront 4: session events; refreshed before expiry; kept on a retryable failure, dropped on a final
//   one; recovered when visible again
test.each([
  ['the server is unavailable', rejected(503)],
  [
    'the connection is lost',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
])('keeps the session when %s, and refreshes it when the page is visible again', async (_, failure) => {
  tab.respond = failure;
  await tab.open(-60);
  expect(tab.storage.get(SESSION_KEY)).toContain('refresh');
  tab.respond = () => Response.json(sessionFor(3600));
  tab.page.visibilityState = 'hidden';
  tab.page.dispatchEvent(new Event('visibilitychange'));
  tab.page.visibilityState = 'visible';
  tab.page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(TWO_MINUTES);
  expect(tab.session.useSession()).toMatchObject({ status: 'signed-in', userId: 'u1' });
  expect(tab.storage.get(SESSION_KEY)).toContain('token.3600');
});

// @covers storefront 4: session events; refreshed before expiry; kept on a retryable failure, dropped on a final
//   one; recovered when visible again
test('drops the session when the server rejects its refresh token', async () => {
  tab.respond = rejected(400);
  await tab.open(-60);
  expect(tab.session.useSession()).toEqual({ status: 'visitor', hasEnded: true });
  expect(tab.storage.get(SESSION_KEY)).toBeUndefined();
});

test('shows on the tab’s next page that the session has ended, until a sign-in', async () => {
  tab.respond = rejected(400);
  await tab.open(-60);
  await tab.openNextPage();
  expect(tab.session.useSession()).toEqual({ status: 'visitor', hasEnded: true });

  tab.respond = () => Response.json(sessionFor(3600));
  const client = await tab.session.authClient();
  await client.signInWithPassword({ email: 'rita@exemplo.com.br', password: 'maré' });
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.session.useSession()).toMatchObject({ status: 'signed-in' });
  await tab.session.signOut();
  await tab.openNextPage();
  expect(tab.session.useSession()).toEqual({ status: 'visitor' });
});

// @covers storefront 4: session events; refreshed before expiry; kept on a retryable failure, dropped on a final
//   one; recovered when visible again
test('refreshes the session before it expires', async () => {
  tab.respond = () => Response.json(sessionFor(3600));
  await tab.open(80);
  expect(tab.storage.get(SESSION_KEY)).toContain('token.3600');
  expect(tab.session.useSession()).toMatchObject({ status: 'signed-in' });
});
