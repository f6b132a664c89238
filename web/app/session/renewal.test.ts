/** Renewal of a session while calls are sent, and on a device whose clock is wrong. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { SESSION_KEY, sessionFor, simulateTab, TWO_MINUTES } from './simulated-tab.testing.ts';

vi.mock('react', async (original) => {
  const { readStore } = await import('./simulated-tab.testing.ts');
  return { ...(await original<object>()), useSyncExternalStore: readStore };
});

const tab = simulateTab();

describe('a call sent while the second factor is confirmed', () => {
  const renewed = { ...sessionFor(3600), access_token: 'token.renewed', refresh_token: 'renewed' };
  const user = { id: 'u1', email: 'rita@exemplo.com.br', user_metadata: { name: 'Rita' } };
  let endChallenge: () => void;
  /** The server has replaced the session's tokens. */
  let hasRenewed: boolean;

  beforeEach(async () => {
    hasRenewed = false;
    const challenged = new Promise<void>((resolve) => {
      endChallenge = resolve;
    });
    tab.respond = async (path, token) => {
      if (path.endsWith('/user'))
        return hasRenewed && token !== 'Bearer token.renewed'
          ? Response.json({ error_code: 'session_not_found', message: 'x' }, { status: 403 })
          : Response.json(user);
      if (!path.endsWith('/verify')) return Response.json({ id: 'c1', type: 'totp', expires_at: 1 });
      hasRenewed = true;
      await challenged;
      return Response.json(renewed);
    };
    await tab.open(3600);
  });

  test('keeps the session when the call is rejected before the confirmation arrives', async () => {
    const { showSecondFactor } = await import('../accounts/security/second-factor.ts');
    const { verifySession } = await import('./renewal.ts');
    const confirming = showSecondFactor({ id: 'f1', type: 'totp', challengeId: 'c1' }, '123456');
    await vi.advanceTimersByTimeAsync(0);
    const verifying = verifySession();
    await vi.advanceTimersByTimeAsync(0);
    expect(tab.session.hasEnded()).toBe(false);
    endChallenge();
    expect(await confirming).toBeNull();
    await verifying;
    expect(tab.session.useSession()).toMatchObject({ status: 'signed-in', userId: 'u1' });
    expect(tab.storage.get(SESSION_KEY)).toContain('token.renewed');
  });

  test('keeps the session when the call is rejected after the confirmation arrived', async () => {
    const { showSecondFactor } = await import('../accounts/security/second-factor.ts');
    const responseOf = tab.respond;
    let sendCall: () => void;
    const sent = new Promise<void>((resolve) => {
      sendCall = resolve;
    });
    tab.respond = async (path, token) => {
      if (path.endsWith('/user') && token === 'Bearer token.3600') await sent;
      return responseOf(path, token);
    };
    const client = await tab.session.authClient();
    const reading = client.getUser();
    await vi.advanceTimersByTimeAsync(0);
    endChallenge();
    expect(await showSecondFactor({ id: 'f1', type: 'totp', challengeId: 'c1' }, '123456')).toBeNull();
    sendCall!();
    expect((await reading).error).toBeNull();
    expect(tab.session.useSession()).toMatchObject({ status: 'signed-in', userId: 'u1' });
    expect(tab.storage.get(SESSION_KEY)).toContain('token.renewed');
  });
});

test('keeps the session that another tab has replaced, though this tab sees it a moment later', async () => {
  const renewed = { ...sessionFor(3600), access_token: 'token.renewed' };
  tab.respond = (path, token) => {
    if (path.endsWith('/user') && token !== 'Bearer token.renewed')
      return Response.json({ error_code: 'session_not_found', message: 'x' }, { status: 403 });
    return Response.json(renewed.user);
  };
  tab.storage.set(SESSION_KEY, JSON.stringify(sessionFor(3600)));
  tab.session.useSession();
  const client = await tab.session.authClient();
  const reading = client.getUser();
  await vi.advanceTimersByTimeAsync(200);
  tab.storage.set(SESSION_KEY, JSON.stringify(renewed));
  tab.page.dispatchEvent(new Event('storage'));
  await vi.advanceTimersByTimeAsync(0);
  expect((await reading).error).toBeNull();
  expect(tab.session.useSession()).toMatchObject({ status: 'signed-in', userId: 'u1' });
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
      ...sessionFor(3600),
      access_token: tokens.at(-1),
      expires_at: serverTime(hoursBehind) + 3600,
    });
  };

  beforeEach(() => tokens.splice(0));

  test.each([3, -3])('renews a session once an hour if the server is %i hours behind', async (hours) => {
    tab.respond = responseOf(hours);
    tab.session.useSession();
    const client = await tab.session.authClient();
    await client.signInWithPassword({ email: 'rita@exemplo.com.br', password: 'maré' });
    for (let minute = 0; minute < 50; minute++) {
      await tab.session.accessToken();
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(tokens).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    await tab.session.accessToken();
    expect(tokens).toHaveLength(2);
    expect(tab.session.useSession()).toMatchObject({ status: 'signed-in' });
  });

  test('renews an expired session although the clock was set back', async () => {
    tab.respond = responseOf(0);
    await tab.open(3600);
    tokens.push('token.of-the-server');
    const sentToken = await tab.session.accessToken();
    const { mayRepeat } = await import('../fetching/failures/failed-call.ts');
    const unauthenticated = Object.assign(new Error('x'), {
      code: 'UNAUTHORIZED',
      status: 401,
      defined: true,
    });
    const repeating = mayRepeat(unauthenticated, sentToken);
    await vi.advanceTimersByTimeAsync(TWO_MINUTES);
    expect(await repeating).toBe(true);
    expect(await tab.session.accessToken()).toBe(tokens.at(-1));
    expect(tab.session.useSession()).toMatchObject({ status: 'signed-in' });
  });

  test('ends an expired session that cannot be renewed', async () => {
    tab.respond = (path) =>
      Response.json({ error_code: path.endsWith('/user') ? 'bad_jwt' : 'x', message: 'x' }, { status: 403 });
    await tab.open(3600);
    const { verifySession } = await import('./renewal.ts');
    const verifying = verifySession();
    await vi.advanceTimersByTimeAsync(TWO_MINUTES);
    await verifying;
    expect(tab.session.useSession()).toEqual({ status: 'visitor', hasEnded: true });
  });
});
