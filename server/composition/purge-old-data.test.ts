import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log/log.ts';
import { purgeOldDataJob } from './purge-old-data.job.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const daysAgo = (days: number) => new Date(systemClock.now().getTime() - days * 86_400_000);

test('purges carts 60 days after their end and processed webhooks after 180 days', async () => {
  const { db } = database;
  const sessionIdOf = (name: string) => `anon_${name.padEnd(22, '0')}`;
  const cart = (name: string, days: number) => ({ sessionId: sessionIdOf(name), expiresAt: daysAgo(days) });
  await db
    .insertInto('anonymousCartSessions')
    .values([cart('old', 61), cart('ended', 59), cart('open', -30)])
    .execute();
  const hint = (resourceId: string, status: string, days: number) => ({
    provider: 'sandbox',
    topic: 'payment',
    trust: 'verified',
    resourceId,
    status,
    updatedAt: daysAgo(days),
  });
  await db
    .insertInto('webhookInbox')
    .values([hint('1', 'done', 181), hint('2', 'done', 179), hint('3', 'dead', 400)])
    .execute();
  await purgeOldDataJob.handle({ db, clock: systemClock, log: createLog('silent') }, {});
  const carts = await db
    .selectFrom('anonymousCartSessions')
    .select('sessionId')
    .orderBy('sessionId')
    .execute();
  expect(carts.map(({ sessionId }) => sessionId)).toEqual(['ended', 'open'].map(sessionIdOf));
  const hints = await db.selectFrom('webhookInbox').select('resourceId').orderBy('resourceId').execute();
  expect(hints.map(({ resourceId }) => resourceId)).toEqual(['2', '3']);
});

test('purges single visits after 180 days', async () => {
  const { db } = database;
  const visit = (id: string, days: number) => ({
    id,
    day: daysAgo(days).toISOString().slice(0, 10),
    source: 'Direto',
  });
  await db
    .insertInto('visits')
    .values([visit('long-ago', 182), visit('of-late!', 178)])
    .execute();
  await purgeOldDataJob.handle({ db, clock: systemClock, log: createLog('silent') }, {});
  expect(await db.selectFrom('visits').select('id').execute()).toEqual([{ id: 'of-late!' }]);
});

test('purges sent messages after 180 days, except those about prizes', async () => {
  const { db } = database;
  const message = (key: string, days: number) => ({
    id: randomUUID(),
    key,
    topic: 'order' as const,
    channel: 'mail' as const,
    priority: 1,
    state: 'sent' as const,
    recipient: '',
    dueAt: daysAgo(days),
    createdAt: daysAgo(days),
    settledAt: daysAgo(days),
  });
  await db
    .insertInto('outbox')
    .values([
      message('order:1:paid:0', 181),
      message('order:2:paid:0', 179),
      message('prize:1:won:', 900),
      message('whatsapp:prize:1', 181),
    ])
    .execute();
  await purgeOldDataJob.handle({ db, clock: systemClock, log: createLog('silent') }, {});
  const kept = await db.selectFrom('outbox').select('key').orderBy('key').execute();
  expect(kept.map(({ key }) => key)).toEqual(['order:2:paid:0', 'prize:1:won:']);
});

test('purges more rows than one batch holds', async () => {
  const { db } = database;
  await sql`
    insert into anonymous_cart_sessions (session_id, expires_at)
    select 'anon_' || lpad(number::text, 22, '0'), ${daysAgo(90)} from generate_series(1, 5001) number`.execute(
    db,
  );
  await purgeOldDataJob.handle({ db, clock: systemClock, log: createLog('silent') }, {});
  const remaining = await db
    .selectFrom('anonymousCartSessions')
    .select('sessionId')
    .where('expiresAt', '<', daysAgo(60))
    .execute();
  expect(remaining).toEqual([]);
});
