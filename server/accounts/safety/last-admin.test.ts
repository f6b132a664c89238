/** An active admin always remains. Each race starts with exactly two admins. */
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testContext } from '../../platform/http/api.testing.ts';
import { deleteAccount } from '../privacy/delete-account.ts';
import { accountsRoutes } from '../accounts.routes.ts';
import { startAuthService, type TestAuthService } from '../accounts.testing.ts';

const PASSWORD = 'segredo123';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

interface Admin {
  id: string;
}
let first: Admin;
let second: Admin;
beforeEach(async () => {
  await service.platform.db.updateTable('profiles').set({ role: 'buyer' }).execute();
  first = await newAdmin();
  second = await newAdmin();
});

async function newAdmin(): Promise<Admin> {
  const email = `${service.platform.random.uuid()}@example.com`;
  const { data } = await service.newClient().signUp({ email, password: PASSWORD });
  const id = data.user!.id;
  const { db } = service.platform;
  await db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', id).execute();
  return { id };
}

const apiOf = ({ id }: Admin) =>
  createRouterClient(accountsRoutes, {
    context: testContext(service.platform, { userId: id, role: 'admin' }),
  });

const deleteOwnAccount = ({ id }: Admin) => deleteAccount(service.platform, { userId: id });
const ban = (by: Admin, target: Admin) =>
  apiOf(by).ban({ id: target.id, until: '9999-12-31T00:00:00.000Z', reason: 'Briga' });
const demote = (by: Admin, target: Admin) =>
  apiOf(by).changeRole({ id: target.id, from: 'admin', to: 'buyer' });

async function findActiveAdmins(): Promise<string[]> {
  const rows = await service.platform.db
    .selectFrom('profiles')
    .innerJoin('auth.users', 'auth.users.id', 'profiles.id')
    .select('profiles.id')
    .where('role', '=', 'admin')
    .where('bannedUntil', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

// @covers community 6: /admin asks for the admin role; an admin always remains
test('the last admin cannot be deleted, banned or demoted', async () => {
  await demote(first, first);
  expect(await findActiveAdmins()).toEqual([second.id]);
  expect(await deleteOwnAccount(second)).toEqual({ ok: false, code: 'LAST_ADMIN' });
  await expect(ban(first, second)).rejects.toMatchObject({ code: 'LAST_ADMIN' });
  await expect(demote(second, second)).rejects.toMatchObject({ code: 'LAST_ADMIN' });
  expect(await findActiveAdmins()).toEqual([second.id]);
});

test('does not count a banned admin as remaining', async () => {
  await ban(first, second);
  expect(await deleteOwnAccount(first)).toEqual({ ok: false, code: 'LAST_ADMIN' });
  await apiOf(first).ban({ id: second.id, until: null, reason: 'Engano' });
  expect(await deleteOwnAccount(first)).toMatchObject({ ok: true });
});

test.each<[string, () => Promise<unknown>[]]>([
  ['both delete their accounts', () => [deleteOwnAccount(first), deleteOwnAccount(second)]],
  ['each bans the other', () => [ban(first, second), ban(second, first)]],
  ['each takes the role from the other', () => [demote(first, second), demote(second, first)]],
  ['both give up the role', () => [demote(first, first), demote(second, second)]],
  ['one leaves while banning the other', () => [deleteOwnAccount(first), ban(first, second)]],
  ['one leaves while losing the role', () => [deleteOwnAccount(first), demote(first, second)]],
])('keeps one admin when concurrently: %s', async (_, startBoth) => {
  await Promise.allSettled(startBoth());
  expect(await findActiveAdmins()).toHaveLength(1);
});

test('changes a role with optimistic locking, and logs both roles', async () => {
  const email = `${service.platform.random.uuid()}@example.com`;
  const { data } = await service.newClient().signUp({ email, password: PASSWORD });
  const { id } = data.user!;
  const change = { id, from: 'buyer', to: 'support' } as const;
  const outcomes = await Promise.allSettled([
    apiOf(first).changeRole(change),
    apiOf(second).changeRole(change),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(apiOf(first).changeRole(change)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  const log = await service.platform.db
    .selectFrom('activityLogs')
    .select('details')
    .where('action', '=', 'change-role')
    .where('entityId', '=', id)
    .execute();
  expect(log).toMatchObject([{ details: { before: { role: 'buyer' }, after: { role: 'support' } } }]);
});
