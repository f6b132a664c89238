import type { Session } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticate } from '../authenticate.ts';
import { errorOf, signUpPerson, startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { listSessions } from './list-sessions.ts';
import { revokeSession } from './revoke-session.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

function refresh(token: unknown): Promise<Response> {
  return service.post('/token?grant_type=refresh_token', { refresh_token: token });
}

describe('refresh', () => {
  test('rotates the token; the access token names the session', async () => {
    const { client, session } = await signUpPerson(service);
    const { data, error } = await client.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    const { data: claims } = await client.getClaims();
    expect(claims?.claims).toMatchObject({ sub: session.user.id, aal: 'aal1', iss: service.url });
    expect(claims?.claims.amr).toEqual([{ method: 'password', timestamp: expect.any(Number) as number }]);
  });

  test('returns the active token for its parent at any time', async () => {
    const { session } = await signUpPerson(service);
    const first = (await (await refresh(session.refresh_token)).json()) as Session;
    service.clock.advance(3000);
    const again = (await (await refresh(session.refresh_token)).json()) as Session;
    expect(again.refresh_token).toBe(first.refresh_token);
  });

  // @covers storefront 4: session events; refreshed before expiry; kept on a retryable failure, dropped on a final
  //   one; recovered when visible again [web/app/session/session.ts]
  // @covers storefront 7: a refresh within 30 days, the parent token at any time, older ones within 10 seconds;
  //   then the session ends [server/accounts/tokens/refresh-token.ts, server/accounts/sessions/refresh-session.ts]
  test('accepts an older token within the reuse interval, and revokes the session after it', async () => {
    const { session } = await signUpPerson(service);
    const second = (await (await refresh(session.refresh_token)).json()) as Session;
    const third = (await (await refresh(second.refresh_token)).json()) as Session;
    expect((await refresh(session.refresh_token)).status).toBe(200);
    service.clock.advance(11);
    expect(errorOf(await refresh(session.refresh_token))).toEqual([400, 'refresh_token_already_used']);
    expect(errorOf(await refresh(third.refresh_token))).toEqual([400, 'refresh_token_not_found']);
  });

  test('eight concurrent refreshes succeed and leave one session', async () => {
    const { session } = await signUpPerson(service);
    const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(session.refresh_token)));
    const tokens = await Promise.all(
      responses.map(async (response) => ((await response.json()) as Session).refresh_token),
    );
    expect(new Set(tokens).size).toBe(1);
    expect((await refresh(tokens[0])).status).toBe(200);
  });

  test('expires a session after thirty days of inactivity', async () => {
    const { session } = await signUpPerson(service);
    service.clock.advance(31 * 24 * 3600);
    expect(errorOf(await refresh(session.refresh_token))).toEqual([400, 'session_expired']);
  });

  test('enforces the absolute lifetime of sessions', async () => {
    const timeBoxed = await startAuthService({ AUTH_TIME_BOX_S: '7200', AUTH_TOKEN_LIFE_S: '600' });
    const { client, session } = await signUpPerson(timeBoxed);
    expect(session.expires_in).toBe(600);
    timeBoxed.clock.advance(7199);
    const refreshed = await client.refreshSession();
    expect(refreshed.error).toBeNull();
    timeBoxed.clock.advance(2);
    const expired = await timeBoxed.post('/token?grant_type=refresh_token', {
      refresh_token: refreshed.data.session!.refresh_token,
    });
    expect(errorOf(expired)).toEqual([400, 'session_expired']);
    await timeBoxed.stop();
  });

  test.each([undefined, 7, '', 'x', 'a'.repeat(54)])('rejects %j as a refresh token', async (token) => {
    const [status] = errorOf(await refresh(token));
    expect(status).toBe(400);
  });

  test('rejects a modified token and keeps the session', async () => {
    const { session } = await signUpPerson(service);
    const forged = `${session.refresh_token.slice(0, -3)}AAA`;
    expect((await refresh(forged)).status).toBe(400);
    expect((await refresh(session.refresh_token)).status).toBe(200);
  });
});

test.each([
  ['local', [false, true]],
  ['others', [true, false]],
  ['global', [false, false]],
] as const)('signing out with scope %s', async (scope, alive) => {
  const { client, email, password, session } = await signUpPerson(service);
  const second = await service.newClient().signInWithPassword({ email, password });
  expect((await client.signOut({ scope })).error).toBeNull();
  const headers = [session, second.data.session!].map((signedIn) => `Bearer ${signedIn.access_token}`);
  const principals = await Promise.all(headers.map((header) => authenticate(service.platform, header)));
  expect(principals.map((principal) => principal !== null)).toEqual(alive);
});

async function principalOf({ session }: { session: Session }) {
  return (await authenticate(service.platform, `Bearer ${session.access_token}`))!;
}

function signIn(email: string, userAgent: string): Promise<Response> {
  const credentials = { email, password: 'segredo' };
  return service.post('/token?grant_type=password', credentials, { 'user-agent': userAgent });
}

test('lists sessions, and lets only the owner revoke one', async () => {
  const ana = await signUpPerson(service);
  const [owner, stranger] = [await principalOf(ana), await principalOf(await signUpPerson(service))];
  await signIn(ana.email, 'Firefox/1');
  const sessions = await listSessions(service.platform, owner);
  expect(sessions.map((session) => session.current)).toContain(true);
  const otherSession = sessions.find((session) => !session.current)!;
  expect(otherSession).toMatchObject({ userAgent: 'Firefox/1', aal: 'aal1', ip: '127.0.0.1' });
  expect(await revokeSession(service.platform, stranger, otherSession.id)).toBe(false);
  expect(await revokeSession(service.platform, owner, otherSession.id)).toBe(true);
  expect(await listSessions(service.platform, owner)).toHaveLength(1);
});

test('sends a notice for a new browser, and none for an updated one', async () => {
  const { email } = await signUpPerson(service);
  await signIn(email, 'Navegador <b>/1.0');
  const notice = await service.mailbox.next(email);
  expect(notice.subject).toContain('Novo acesso à sua conta');
  expect(notice.html).toContain('Aparelho desconhecido');
  await signIn(email, 'Navegador <b>/2.0');
  const { rows } = await service.platform.pool.query(
    'select count(*) from auth.known_devices d join auth.users u on u.id = d.user_id where u.email = $1',
    [email],
  );
  expect(rows).toEqual([{ count: 2 }]);
});
