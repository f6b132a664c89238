import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext } from '../../platform/http/api.testing.ts';
import { accountsRoutes } from '../accounts.routes.ts';
import { startAuthService, type TestAuthService } from '../accounts.testing.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

const HOUR = 3600;

async function signUp(email: string) {
  const client = service.newClient();
  const { data } = await client.signUp({ email, password: 'segredo123' });
  return { client, id: data.user!.id, email };
}

/** The activity log refers to an existing admin. */
async function signUpAdmin() {
  const { id } = await signUp(`admin-${service.platform.random.uuid()}@example.com`);
  const context = testContext(service.platform, { userId: id, role: 'admin' });
  return { id, api: createRouterClient(accountsRoutes, { context }) };
}

test('a ban ends all sessions, blocks every sign-in and expires', async () => {
  const { api } = await signUpAdmin();
  const { client, id, email } = await signUp('banida@example.com');
  const until = new Date(service.clock.now().getTime() + HOUR * 1000).toISOString();
  await api.ban({ id, until, reason: 'Fraude' });
  expect((await client.getUser()).error).toBeTruthy();
  expect((await client.refreshSession()).error).toMatchObject({ status: 400 });
  const entry = { email, password: 'segredo123' };
  expect((await service.newClient().signInWithPassword(entry)).error).toMatchObject({ code: 'user_banned' });
  const log = await service.platform.db
    .selectFrom('activityLogs')
    .select(['action', 'entityId'])
    .where('entityId', '=', id)
    .execute();
  expect(log).toContainEqual({ action: 'ban-user', entityId: id });
  service.clock.advance(HOUR + 1);
  expect((await service.newClient().signInWithPassword(entry)).error).toBeNull();
});

test('lifts a ban early', async () => {
  const { api } = await signUpAdmin();
  const { id, email } = await signUp('perdoada@example.com');
  await api.ban({ id, until: '2100-01-01T00:00:00Z', reason: 'Engano' });
  await api.ban({ id, until: null, reason: 'Era engano' });
  const entry = { email, password: 'segredo123' };
  expect((await service.newClient().signInWithPassword(entry)).error).toBeNull();
});

test('rejects banning yourself or a missing account', async () => {
  const { id, api } = await signUpAdmin();
  const ban = { until: null, reason: 'x' };
  await expect(api.ban({ ...ban, id })).rejects.toMatchObject({ code: 'CANNOT_TARGET_SELF' });
  const unknown = service.platform.random.uuid();
  await expect(api.ban({ ...ban, id: unknown })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
