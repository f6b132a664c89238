/** Uses the real auth client with stubbed network and storage. */
import type { Session } from '@supabase/auth-js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as sessionModule from './session.ts';

vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useSyncExternalStore: <State>(subscribe: (listener: () => void) => void, read: () => State) => {
    subscribe(() => undefined);
    return read();
  },
}));

const KEY = 'mare.auth';

let storage: Map<string, string>;
let page: EventTarget & { visibilityState: string };
/** Responds to a call of the auth service; throws for a lost connection. */
let respond: (path: string, token: string | null) => Response | Promise<Response>;
let browser: typeof sessionModule;

beforeEach(async () => {
  vi.useFakeTimers();
  // The auth client logs every failed refresh.
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  vi.resetModules();
  storage = new Map();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  };
  const location = new URL('https://loja.example/');
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', Object.assign(page, { localStorage, sessionStorage: localStorage, location }));
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    respond(new URL(url).pathname, new Headers(init?.headers).get('authorization')),
  );
  browser = await import('./session.ts');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function session(expiresInSeconds: number): Session {
  return {
    access_token: `token.${expiresInSeconds}`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: expiresInSeconds,
    expires_at: Math.floor(Date.now() / 1000) + expiresInSeconds,
    user: { id: 'u1', email: 'rita@exemplo.com.br', user_metadata: { name: 'Rita' } },
  } as unknown as Session;
}

const rejected = (status: number) => () => Response.json({ code: 'x', message: 'x' }, { status });
/** Longer than the auth client retries a refresh. */
const TWO_MINUTES = 120_000;

/** Opens a page of the site with a session in storage. */
async function open(expiresInSeconds: number): Promise<void> {
  storage.set(KEY, JSON.stringify(session(expiresInSeconds)));
  browser.useSession();
  await browser.authClient();
  await vi.advanceTimersByTimeAsync(TWO_MINUTES);
}

async function openNextPage(): Promise<void> {
  vi.resetModules();
  browser = await import('./session.ts');
  browser.useSession();
}

// @covers storefront 8: sign-out ignores 404, 401 and 403 [web/app/session/session.ts]
test.each([404, 401, 403, 500])('signs out in this browser when the server responds %i', async (status) => {
  await open(3600);
  expect(browser.useSession()).toMatchObject({ status: 'signed-in', userId: 'u1', name: 'Rita' });
  respond = rejected(status);
  await browser.signOut();
  expect(browser.useSession()).toEqual({ status: 'visitor' });
  expect(storage.get(KEY)).toBeUndefined();
});

test('signs in and out in a browser that blocks storage', async () => {
  const blocked = {
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  };
  Object.defineProperties(page, { localStorage: blocked, sessionStorage: blocked });
  vi.stubGlobal('localStorage', undefined);
  respond = () => Response.json(session(3600));
  browser.useSession();
  const client = await browser.authClient();
  await client.signInWithPassword({ email: 'rita@exemplo.com.br', password: 'maré' });
  expect(browser.useSession()).toMatchObject({ status: 'signed-in' });
  respond = rejected(500);
  await browser.signOut();
  expect(browser.useSession()).toEqual({ status: 'visitor' });
});

test('deletes the drafts of this tab at sign-out', async () => {
  await open(3600);
  const tab: Record<string, unknown> = { 'mare.draft.buyer': '{}', 'mare.coupon': 'SOL10' };
  const removeItem = (key: string) => void delete tab[key];
  Object.assign(page, { sessionStorage: Object.assign(tab, { getItem: () => null, removeItem }) });
  await browser.signOut();
  expect(tab).not.toHaveProperty(['mare.draft.buyer']);
  expect(tab).toHaveProperty(['mare.coupon']);
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
  respond = failure;
  await open(-60);
  expect(storage.get(KEY)).toContain('refresh');
  respond = () => Response.json(session(3600));
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(TWO_MINUTES);
  expect(browser.useSession()).toMatchObject({ status: 'signed-in', userId: 'u1' });
  expect(storage.get(KEY)).toContain('token.3600');
});

// @covers storefront 4: session events; refreshed before expiry; kept on a retryable failure, dropped on a final
//   one; recovered when visible again
test('drops the session when the server rejects its refresh token', async () => {
  respond = rejected(400);
  await open(-60);
  expect(browser.useSession()).toEqual({ status: 'visitor', hasEnded: true });
  expect(storage.get(KEY)).toBeUndefined();
});

test('shows on the tab’s next page that the session has ended, until a sign-in', async () => {
  respond = rejected(400);
  await open(-60);
  await openNextPage();
  expect(browser.useSession()).toEqual({ status: 'visitor', hasEnded: true });

  respond = () => Response.json(session(3600));
  const client = await browser.authClient();
  await client.signInWithPassword({ email: 'rita@exemplo.com.br', password: 'maré' });
  await vi.advanceTimersByTimeAsync(0);
  expect(browser.useSession()).toMatchObject({ status: 'signed-in' });
  await browser.signOut();
  await openNextPage();
  expect(browser.useSession()).toEqual({ status: 'visitor' });
});

// @covers storefront 4: session events; refreshed before expiry; kept on a retryable failure, dropped on a final
//   one; recovered when visible again
test('refreshes the session before it expires', async () => {
  respond = () => Response.json(session(3600));
  await open(80);
  expect(storage.get(KEY)).toContain('token.3600');
  expect(browser.useSession()).toMatchObject({ status: 'signed-in' });
});

describe('a call sent while the second factor is confirmed', () => {
  const raised = { ...session(3600), access_token: 'token.raised', refresh_token: 'raised' };
  const user = { id: 'u1', email: 'rita@exemplo.com.br', user_metadata: { name: 'Rita' } };
  let endChallenge: () => void;
  /** The server has replaced the session's tokens. */
  let isRaised: boolean;

  beforeEach(async () => {
    isRaised = false;
    const challenged = new Promise<void>((resolve) => {
      endChallenge = resolve;
    });
    respond = async (path, token) => {
      if (path.endsWith('/user'))
        return isRaised && token !== 'Bearer token.raised'
          ? Response.json({ error_code: 'session_not_found', message: 'x' }, { status: 403 })
          : Response.json(user);
      if (!path.endsWith('/verify')) return Response.json({ id: 'c1', type: 'totp', expires_at: 1 });
      isRaised = true;
      await challenged;
      return Response.json(raised);
    };
    await open(3600);
  });

  test('keeps the session when the call is rejected before the confirmation arrives', async () => {
    const { showSecondFactor } = await import('../accounts/security/second-factor.ts');
    const { verifySession } = await import('./renewal.ts');
    const shown = showSecondFactor({ id: 'f1', type: 'totp', challengeId: 'c1' }, '123456');
    await vi.advanceTimersByTimeAsync(0);
    const dropped = verifySession();
    await vi.advanceTimersByTimeAsync(0);
    expect(browser.hasEnded()).toBe(false);
    endChallenge();
    expect(await shown).toBeNull();
    await dropped;
    expect(browser.useSession()).toMatchObject({ status: 'signed-in', userId: 'u1' });
    expect(storage.get(KEY)).toContain('token.raised');
  });

  test('keeps the session when the call is rejected after the confirmation arrived', async () => {
    const { showSecondFactor } = await import('../accounts/security/second-factor.ts');
    const responseOf = respond;
    let send: () => void;
    const late = new Promise<void>((resolve) => {
      send = resolve;
    });
    respond = async (path, token) => {
      if (path.endsWith('/user') && token === 'Bearer token.3600') await late;
      return responseOf(path, token);
    };
    const client = await browser.authClient();
    const read = client.getUser();
    await vi.advanceTimersByTimeAsync(0);
    endChallenge();
    expect(await showSecondFactor({ id: 'f1', type: 'totp', challengeId: 'c1' }, '123456')).toBeNull();
    send!();
    expect((await read).error).toBeNull();
    expect(browser.useSession()).toMatchObject({ status: 'signed-in', userId: 'u1' });
    expect(storage.get(KEY)).toContain('token.raised');
  });
});

describe('on a device whose clock is wrong', () => {
  const tokens: string[] = [];
  const serverTime = (hoursBehind: number) => Math.floor(Date.now() / 1000) - hoursBehind * 3600;
  /** Response of a server whose clock is this many hours behind the device. */
  const responseOf = (hoursBehind: number) => (path: string, token: string | null) => {
    if (path.endsWith('/user'))
      return tokens.at(-1) === token?.slice('Bearer '.length)
        ? Response.json({ id: 'u1', email: 'rita@exemplo.com.br', user_metadata: { name: 'Rita' } })
        : Response.json({ error_code: 'bad_jwt', message: 'x' }, { status: 403 });
    tokens.push(`token.${tokens.length}`);
    return Response.json({
      ...session(3600),
      access_token: tokens.at(-1),
      expires_at: serverTime(hoursBehind) + 3600,
    });
  };

  beforeEach(() => tokens.splice(0));

  test.each([3, -3])('renews a session once an hour if the server is %i hours behind', async (hours) => {
    respond = responseOf(hours);
    browser.useSession();
    const client = await browser.authClient();
    await client.signInWithPassword({ email: 'rita@exemplo.com.br', password: 'maré' });
    for (let minute = 0; minute < 50; minute++) {
      await browser.accessToken();
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(tokens).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    await browser.accessToken();
    expect(tokens).toHaveLength(2);
    expect(browser.useSession()).toMatchObject({ status: 'signed-in' });
  });

  test('renews an expired session although the clock was set back', async () => {
    respond = responseOf(0);
    await open(3600);
    tokens.push('token.of-the-server');
    const sent = await browser.accessToken();
    const { mayRepeat } = await import('../fetching/failed-call.ts');
    const unauthenticated = Object.assign(new Error('x'), {
      code: 'UNAUTHORIZED',
      status: 401,
      defined: true,
    });
    expect(await mayRepeat(unauthenticated, sent)).toBe(true);
    expect(await browser.accessToken()).toBe(tokens.at(-1));
    expect(browser.useSession()).toMatchObject({ status: 'signed-in' });
  });

  test('ends an expired session that cannot be renewed', async () => {
    respond = (path) =>
      Response.json({ error_code: path.endsWith('/user') ? 'bad_jwt' : 'x', message: 'x' }, { status: 403 });
    await open(3600);
    const { verifySession } = await import('./renewal.ts');
    await verifySession();
    expect(browser.useSession()).toEqual({ status: 'visitor', hasEnded: true });
  });
});
