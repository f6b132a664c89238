import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addExpressAccount, addRifa } from '../../orders/orders.testing.ts';
import { startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { openAuth } from '../auth.ts';
import { readAuthSettings } from '../auth-settings.ts';
import { openExpress } from './express.testing.ts';
import { PURGED_PER_RUN, purgeExpressAccounts } from './purge-express-accounts.ts';

const DAY_SECONDS = 86_400;

let service: TestAuthService;
let userId: string;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ userId } = await openExpress(service));
});

const now = () => service.clock.now();

const runPurge = () =>
  purgeExpressAccounts(openAuth(service.platform, readAuthSettings({}, service.platform.config)));

/** @returns whether the account was erased */
async function isPurgedAfter(days: number): Promise<boolean> {
  service.clock.advance(days * DAY_SECONDS);
  await runPurge();
  const { deletedAt } = await service.platform.db
    .selectFrom('profiles')
    .select('deletedAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return deletedAt !== null;
}

test('erases an account that holds nothing', async () => {
  expect(await isPurgedAfter(6)).toBe(false);
  expect(await isPurgedAfter(2)).toBe(true);
});

test('keeps an account with an open ticket, and for a week after it was resolved', async () => {
  const ticket = { id: randomUUID(), userId, subject: 'Pix', message: 'Caiu?' };
  await service.platform.db
    .insertInto('supportTickets')
    .values({ ...ticket, createdAt: now(), updatedAt: now(), slaResponseDue: now() })
    .execute();
  expect(await isPurgedAfter(8)).toBe(false);
  await service.platform.db
    .updateTable('supportTickets')
    .set({ status: 'closed', resolvedAt: now() })
    .where('id', '=', ticket.id)
    .execute();
  expect(await isPurgedAfter(6)).toBe(false);
  const stored = service.platform.db
    .selectFrom('supportTickets')
    .select('message')
    .where('id', '=', ticket.id);
  expect(await stored.executeTakeFirst()).toEqual({ message: 'Caiu?' });
  expect(await isPurgedAfter(2)).toBe(true);
});

test('keeps an account that waits for the sales of a rifa to open', async () => {
  const rifaId = await addRifa(service.platform.db, 100);
  await service.platform.db
    .updateTable('rifas')
    .set({ status: 'scheduled' })
    .where('id', '=', rifaId)
    .execute();
  await service.platform.db
    .insertInto('openingNotices')
    .values({ id: randomUUID(), rifaId, userId, createdAt: now(), confirmedAt: now() })
    .execute();
  expect(await isPurgedAfter(8)).toBe(false);
  await service.platform.db
    .updateTable('rifas')
    .set({ status: 'cancelled' })
    .where('id', '=', rifaId)
    .execute();
  expect(await isPurgedAfter(1)).toBe(true);
});

test('keeps an account that is an affiliate', async () => {
  await service.platform.db
    .insertInto('affiliates')
    .values({ id: randomUUID(), userId, affiliateCode: 'BIAABC12', createdAt: now() })
    .execute();
  expect(await isPurgedAfter(8)).toBe(false);
});

test('keeps an account whose session was used in the last week', async () => {
  await service.platform.db
    .updateTable('auth.sessions')
    .set({ refreshedAt: new Date(now().getTime() + 5 * DAY_SECONDS * 1000) })
    .where('userId', '=', userId)
    .execute();
  expect(await isPurgedAfter(8)).toBe(false);
  expect(await isPurgedAfter(5)).toBe(true);
});

test('keeps an account while its person is excluded from buying', async () => {
  const excludedUntil = new Date(now().getTime() + 30 * DAY_SECONDS * 1000);
  await service.platform.db
    .insertInto('ownLimits')
    .values({ userId, excludedUntil, updatedAt: now() })
    .execute();
  expect(await isPurgedAfter(8)).toBe(false);
  expect(await isPurgedAfter(23)).toBe(true);
});

/** Express accounts that were not used since then. */
async function addUnused(count: number, days: number): Promise<string[]> {
  const createdAt = new Date(now().getTime() - days * DAY_SECONDS * 1000);
  const ids: string[] = [];
  while (ids.length < count)
    ids.push(await addExpressAccount(service.platform.db, `${randomUUID()}@exemplo.com.br`, createdAt));
  return ids;
}

/** Gives each account a prize that it may still claim. */
async function addOpenPrizes(userIds: readonly string[]): Promise<void> {
  const { db } = service.platform;
  const rifaId = await addRifa(db, 1000);
  const prizes = userIds.map((winnerId, at) => ({
    userId: winnerId,
    winnerNumber: at + 1,
    winnerPosition: at + 1,
  }));
  const winners = await db
    .insertInto('rifaWinners')
    .values(prizes.map((prize) => ({ ...prize, rifaId, winnerName: 'Bia' })))
    .returning('id')
    .execute();
  const claimUntil = new Date(now().getTime() + 90 * DAY_SECONDS * 1000);
  await db
    .insertInto('prizeClaims')
    .values(winners.map(({ id: winnerId }) => ({ winnerId, state: 'open', claimUntil })))
    .execute();
}

test('erases accounts behind older ones that are kept, and so many in one run', async () => {
  await runPurge();
  const kept = await addUnused(PURGED_PER_RUN + 1, 30);
  await addOpenPrizes(kept);
  await addUnused(PURGED_PER_RUN + 1, 8);
  expect(await runPurge()).toBe(PURGED_PER_RUN);
  expect(await runPurge()).toBe(1);
  const stored = await service.platform.db
    .selectFrom('expressAccounts')
    .select('userId')
    .where('userId', 'in', kept)
    .execute();
  expect(stored).toHaveLength(kept.length);
});
