import { call } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { addBuyer } from '../orders/orders.testing.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { systemRandom } from '../platform/clock.ts';
import { readConfig } from '../platform/config/config.ts';
import { type JobRunner, startJobs } from '../platform/jobs/jobs.ts';
import { deliverOutbox } from '../mail/outbox/outbox.testing.ts';
import { createLog } from '../platform/log/log.ts';
import type { Mail } from '../platform/messages/mail.ts';
import { testContext } from '../platform/http/api.testing.ts';
import type { Platform } from '../platform/platform.ts';
import { sendTicketMailJob } from './send-ticket-mail.job.ts';
import { supportRoutes } from './support.routes.ts';

/** A Monday, 10:00 in Maceió. */
const MONDAY = new Date('2026-11-16T13:00:00Z');

let database: TestDatabase;
let jobs: JobRunner;
let platform: Platform;
beforeAll(async () => {
  database = await createTestDatabase();
  jobs = await startJobs(database.url, createLog('silent'), false);
  await jobs.prepare([sendTicketMailJob]);
  const { db, pool } = database;
  platform = {
    db,
    pool,
    caches: createCaches(),
    jobs,
    config: readConfig({}),
    log: createLog('silent'),
    clock: { now: () => MONDAY },
    random: systemRandom,
  } as unknown as Platform;
});
afterAll(async () => {
  await jobs.stop();
  await database.drop();
});
beforeEach(async () => {
  await database.db.deleteFrom('auth.rateLimits').execute();
  await database.db.deleteFrom('supportTickets').execute();
});

const visitor = (ipAddress = '203.0.113.7') => ({ context: { ...testContext(platform), ipAddress } });
const buyer = (userId: string) => ({
  context: testContext(platform, { userId }),
});
const message = {
  name: 'Ana Lessa',
  email: 'Ana@Exemplo.com.br',
  subject: 'premio',
  message: 'Quando recebo a minha colcha?',
} as const;

// @covers community 7: the contact form reaches the desk and is confirmed by mail within its second
//   [server/support/send-contact-message.ts]
test('stores a visitor’s message and confirms it without repeating its text', async () => {
  await call(supportRoutes.sendMessage, message, visitor());
  const stored = await database.db.selectFrom('supportTickets').selectAll().execute();
  expect(stored).toMatchObject([
    {
      userId: null,
      contactName: 'Ana Lessa',
      contactEmail: 'ana@exemplo.com.br',
      contactSubject: 'premio',
      subject: 'Prêmio',
      message: message.message,
      status: 'open',
      slaResponseDue: new Date('2026-11-16T15:00:00Z'),
    },
  ]);
  const sent: Mail[] = [];
  await deliverOutbox({ ...platform, mailer: { send: async (mail) => void sent.push(mail) } });
  expect(sent).toMatchObject([{ to: 'ana@exemplo.com.br' }]);
  expect(sent[0]!.text).toContain('24 horas');
  expect(sent[0]!.html).not.toMatch(/Ana Lessa|colcha/);
});

test('sends at most five confirmations per hour to one address', async () => {
  for (let sent = 0; sent < 5; sent++)
    await call(supportRoutes.sendMessage, message, visitor(`198.51.${sent}.1`));
  await expect(call(supportRoutes.sendMessage, message, visitor('198.51.9.1'))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    data: { retryAfterSeconds: 3600 },
  });
});

// @covers community 5: contact form: all four required
test.each([
  ['a blank name', { name: '   ' }],
  ['no e-mail', { email: 'ana' }],
  ['an unknown subject', { subject: 'outra-coisa' as 'outro' }],
  ['an empty message', { message: '' }],
  ['a message that is too long', { message: 'a'.repeat(5001) }],
  ['a NUL character', { message: 'a\0b' }],
])('rejects %s', async (_, wrong) => {
  await expect(call(supportRoutes.sendMessage, { ...message, ...wrong }, visitor())).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});

test('opens a ticket with normal priority, due by opening hours, for its owner only', async () => {
  const [ana, bia] = [await addBuyer(database.db), await addBuyer(database.db)];
  const opened = await call(
    supportRoutes.openTicket,
    { subject: 'Pix em dobro', message: 'Paguei duas vezes.' },
    buyer(ana),
  );
  expect(opened).toMatchObject({
    subject: 'Pix em dobro',
    status: 'open',
    priority: 'normal',
    createdAt: MONDAY.toISOString(),
    slaResponseDue: '2026-11-16T15:00:00.000Z',
  });
  expect(await call(supportRoutes.myTickets, undefined, buyer(ana))).toEqual([opened]);
  expect(await call(supportRoutes.myTickets, undefined, buyer(bia))).toEqual([]);
});

test('rejects tickets of visitors', async () => {
  const ticket = { subject: 'Oi', message: 'Alô?' };
  await expect(call(supportRoutes.openTicket, ticket, visitor())).rejects.toMatchObject({
    code: 'NOT_AUTHENTICATED',
  });
  await expect(call(supportRoutes.myTickets, undefined, visitor())).rejects.toMatchObject({
    code: 'NOT_AUTHENTICATED',
  });
});

test('limits tickets per user', async () => {
  const ana = await addBuyer(database.db);
  const ticket = { subject: 'Oi', message: 'Alô?' };
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, () => call(supportRoutes.openTicket, ticket, buyer(ana))),
  );
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(10);
});

// @covers storefront 9: VIP: 'Suporte prioritário' [server/support/open-ticket.ts]
test.each([
  ['low', 'low'],
  ['normal', 'normal'],
  ['high', 'normal'],
  ['urgent', 'normal'],
] as const)('stores the priority %s that a buyer requests, and opens as %s', async (priority, opened) => {
  const vip = await addBuyer(database.db);
  await database.db.updateTable('profiles').set({ segment: 'vip' }).where('id', '=', vip).execute();
  const ticket = { subject: 'Prêmio', message: 'Quando chega?', priority };
  expect(await call(supportRoutes.openTicket, ticket, buyer(vip))).toMatchObject({ priority: 'high' });
  const other = await addBuyer(database.db);
  const { id, ...own } = await call(supportRoutes.openTicket, ticket, buyer(other));
  expect(own).toMatchObject({ priority: opened, slaResponseDue: '2026-11-16T15:00:00.000Z' });
  const row = await database.db
    .selectFrom('supportTickets')
    .select('wishedPriority')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.wishedPriority).toBe(priority);
});
