import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addRifa } from '../../orders/orders.testing.ts';
import { startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { openAuth } from '../auth.ts';
import { readAuthSettings } from '../auth-settings.ts';
import { openExpress } from './express.testing.ts';
import { purgeExpressAccounts } from './purge-express-accounts.ts';

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

/** @returns whether the account was erased */
async function isPurgedAfter(days: number): Promise<boolean> {
  service.clock.advance(days * DAY_SECONDS);
  await purgeExpressAccounts(openAuth(service.platform, readAuthSettings({}, service.platform.config)));
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
