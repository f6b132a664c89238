import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SEND_ATTEMPTS } from '@mare/domain/notifications/outbox.ts';
import { composeMailer } from '../../compose-mailer.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import { RecipientRejectedError } from '../../platform/messages/rejected-recipient.ts';
import type { NewMessage } from './message.ts';
import { channelsOf, deliverOutbox } from './outbox.testing.ts';
import { queueMail, queueMessages } from './queue-message.ts';
import { createOutbox, renewLeases } from './send-messages.ts';
import { outboxRoutes } from './outbox.routes.ts';
import { testContext } from '../../platform/http/api.testing.ts';

let bed: PaymentsTestbed;
let mails: Mail[] = [];
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  mails = [];
  await bed.db.deleteFrom('outbox').execute();
});

const mailTo = (to: string) =>
  composeMail({ to, kind: 'essential', subject: to }, { heading: 'Oi', paragraphs: [] });
const queue = (key: string, about: Partial<NewMessage> = {}) =>
  queueMail(bed.db, bed.platform, mailTo(`${key}@exemplo.com.br`), { key, topic: 'order', ...about });
const record = async (mail: Mail) => void mails.push(mail);
const deliver = (send: (mail: Mail) => Promise<void> = record) =>
  deliverOutbox({ ...bed.platform, mailer: { send } });
/** Sends through a worker whose clock is stopped, so that it renews no lease. */
const deliverStopped = (send: (mail: Mail) => Promise<void>) => {
  const now = bed.clock.now();
  return deliverOutbox({ ...bed.platform, clock: { now: () => now }, mailer: { send } });
};
const broken = () => Promise.reject(new Error('mail server is down'));
const stateOf = async (key: string) => {
  const row = await bed.db.selectFrom('outbox').selectAll().where('key', '=', key).executeTakeFirst();
  return row?.state;
};
const leased = () =>
  bed.db
    .selectFrom('outbox')
    .select('id')
    .where('attempts', '=', 1)
    .where('topic', '=', 'campaign')
    .execute();
const sentTo = () => mails.map(({ to }) => to.slice(0, to.indexOf('@')));

test('sends no message of a rolled-back transaction', async () => {
  const rolledBack = bed.db.transaction().execute(async (trx) => {
    await queueMail(trx, bed.platform, mailTo('nunca@exemplo.com.br'), { key: 'never', topic: 'order' });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await deliver();
  expect(mails).toEqual([]);
});

test('writes a message with the same key once, also under concurrent writers', async () => {
  const written = await Promise.all([1, 2, 3].map(() => queue('once')));
  expect(written.filter(Boolean)).toHaveLength(1);
  await deliver();
  expect(await queue('once')).toBe(false);
  await deliver();
  expect(sentTo()).toEqual(['once']);
});

test('holds no open transaction while it sends', async () => {
  await queue('outside');
  let open = -1;
  await deliver(async () => {
    const { rows } = await bed.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`,
    );
    open = rows[0]!.count;
  });
  expect(open).toBe(0);
});

test('sends each of many messages once with several workers', async () => {
  const keys = Array.from({ length: 60 }, (_, index) => `many-${index}`);
  await Promise.all(keys.map((key) => queue(key)));
  await Promise.all([deliver(), deliver(), deliver()]);
  expect(sentTo().toSorted()).toEqual(keys.toSorted());
});

test('after a crash between sending and marking, sends again with the same Message-ID', async () => {
  await queue('crash');
  const left = Promise.withResolvers<void>();
  void deliverStopped(async (mail) => {
    mails.push(mail);
    left.resolve();
    await new Promise(() => undefined);
  });
  await left.promise;
  await deliver();
  expect(mails).toHaveLength(1);
  bed.clock.advance(60);
  await deliver();
  expect(mails).toHaveLength(2);
  expect(mails[0]!.headers!['Message-ID']).toBe(mails[1]!.headers!['Message-ID']);
  expect(await stateOf('crash')).toBe('sent');
});

test('a worker whose lease has ended does not undo the marks of another one', async () => {
  await queue('late');
  const [entered, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = deliverStopped(async () => {
    entered.resolve();
    await finish.promise;
    throw new Error('timed out');
  });
  await entered.promise;
  bed.clock.advance(60);
  await deliver();
  finish.resolve();
  await slow;
  expect(await stateOf('late')).toBe('sent');
});

test('a slow message stays with its worker', async () => {
  await queue('slow');
  const finish = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const slow = deliver(async (mail) => {
    entered.resolve();
    await finish.promise;
    mails.push(mail);
  });
  await entered.promise;
  const held = await bed.db
    .selectFrom('outbox')
    .select(['id', 'attempts'])
    .where('key', '=', 'slow')
    .execute();
  bed.clock.advance(40);
  await renewLeases(bed.platform, held);
  bed.clock.advance(40);
  await deliver();
  finish.resolve();
  await slow;
  expect(sentTo()).toEqual(['slow']);
});

test('sends codes and confirmations before a campaign that was written first', async () => {
  for (let count = 0; count < 20; count++) await queue(`campaign-${count}`, { topic: 'campaign' });
  await queue('order');
  await queue('code', { topic: 'access' });
  await deliver();
  expect(sentTo().slice(0, 2).toSorted()).toEqual(['code', 'order']);
  expect(mails).toHaveLength(22);
});

test('slow campaigns do not occupy the workers of a confirmation', async () => {
  for (let count = 0; count < 20; count++) await queue(`slow-${count}`, { topic: 'campaign' });
  const [finish, urgent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const mailer = {
    async send(mail: Mail) {
      if (mail.to.startsWith('urgent')) urgent.resolve();
      else await finish.promise;
      await record(mail);
    },
  };
  const outbox = createOutbox(bed.platform, channelsOf({ ...bed.platform, mailer }), { everyMs: 20 });
  outbox.start();
  await expect.poll(async () => (await leased()).length).toBe(8);
  await queue('urgent');
  await urgent.promise;
  expect(await leased()).toHaveLength(8);
  finish.resolve();
  await outbox.stop();
});

describe('a message that fails', () => {
  test('is retried later and does not delay others', async () => {
    await queue('poison');
    await queue('fine');
    await deliver((mail) => (mail.to.startsWith('poison') ? broken() : record(mail)));
    expect(sentTo()).toEqual(['fine']);
    await deliver();
    expect(sentTo()).toEqual(['fine']);
    bed.clock.advance(5);
    await deliver();
    expect(sentTo()).toEqual(['fine', 'poison']);
  });

  test('is parked after the last attempt and keeps its content', async () => {
    await queue('parked');
    let tries = 0;
    for (let round = 0; round < SEND_ATTEMPTS + 3; round++) {
      await deliver(() => {
        tries++;
        return broken();
      });
      bed.clock.advance(3600);
    }
    expect(tries).toBe(SEND_ATTEMPTS);
    const row = await bed.db
      .selectFrom('outbox')
      .selectAll()
      .where('key', '=', 'parked')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'parked', lastError: 'mail server is down' });
    expect(row.content).not.toBeNull();
  });

  test('is skipped after its deadline', async () => {
    await queue('expired', { topic: 'access', expiresAt: new Date(bed.clock.now().getTime() + 600_000) });
    await deliver(broken);
    bed.clock.advance(601);
    await deliver();
    expect(mails).toEqual([]);
    expect(await stateOf('expired')).toBe('skipped');
  });

  test('bounces once: notifies the owner, then sends essential mail only', async () => {
    const userId = await bed.buyer();
    const email = 'sumiu@exemplo.com.br';
    await bed.db.updateTable('auth.users').set({ email }).where('id', '=', userId).execute();
    const rejecting = composeMailer(bed.platform, {
      send: () => Promise.reject(new RecipientRejectedError('550 5.1.1 no such user')),
    });
    await Promise.all(
      ['bounce-1', 'bounce-2'].map((key) =>
        queueMail(bed.db, bed.platform, mailTo(email), { key, topic: 'order' }),
      ),
    );
    await deliverOutbox({ ...bed.platform, mailer: rejecting });
    await queueMail(
      bed.db,
      bed.platform,
      { ...mailTo(email), kind: 'transactional' },
      { key: 'bounce-3', topic: 'order' },
    );
    await deliverOutbox({ ...bed.platform, mailer: rejecting });
    expect(await Promise.all(['bounce-1', 'bounce-2', 'bounce-3'].map(stateOf))).toEqual([
      'rejected',
      'rejected',
      'skipped',
    ]);
    const notices = await bed.db
      .selectFrom('notifications')
      .select('title')
      .where('userId', '=', userId)
      .execute();
    expect(notices).toHaveLength(1);
  });
});

test('stores text encrypted, and erases it once sent', async () => {
  const mail = composeMail(
    { to: 'maria@exemplo.com.br', kind: 'essential', subject: '123456' },
    { heading: '123456', paragraphs: [] },
  );
  await queueMessages(bed.db, bed.platform, [
    { key: 'secret', topic: 'access', content: { channel: 'mail', mail } },
  ]);
  const row = () =>
    bed.db.selectFrom('outbox').selectAll().where('key', '=', 'secret').executeTakeFirstOrThrow();
  const before = await row();
  expect(JSON.stringify({ ...before, content: before.content!.toString('latin1') })).not.toMatch(
    /123456|maria/,
  );
  expect(before.recipient).toBe('m***@exemplo.com.br');
  await deliver();
  expect(mails[0]!.subject).toContain('123456');
  expect((await row()).content).toBeNull();
});

describe('the panel', () => {
  const panel = () =>
    createRouterClient(outboxRoutes, {
      context: testContext(bed.platform, { userId: admin, role: 'admin' }),
    });
  let admin: string;
  beforeAll(async () => {
    admin = await bed.buyer();
  });

  test('lists messages by state and recipient, without their text', async () => {
    await queue('listed');
    await queue('other');
    await deliver((mail) => (mail.to.startsWith('other') ? broken() : record(mail)));
    const { rows } = await panel().list({ search: 'Listed@exemplo.com.br' });
    expect(rows).toMatchObject([
      { state: 'sent', recipient: 'l***@exemplo.com.br', topic: 'order', attempts: 1 },
    ]);
    expect((await panel().list({ state: 'waiting' })).rows).toMatchObject([
      { recipient: 'o***@exemplo.com.br', lastError: 'mail server is down' },
    ]);
  });

  test('sends parked messages again: one, then all', async () => {
    for (const key of ['park-1', 'park-2', 'park-3']) await queue(key);
    await bed.db.updateTable('outbox').set({ state: 'parked', attempts: SEND_ATTEMPTS }).execute();
    const { rows, parked } = await panel().list({ state: 'parked' });
    expect(parked).toBe(3);
    expect(await panel().resend({ id: rows[0]!.id })).toEqual({ resent: 1 });
    await deliver();
    expect(mails).toHaveLength(1);
    expect(await panel().resend({ id: rows[0]!.id })).toEqual({ resent: 0 });
    expect(await panel().resend({ id: null })).toEqual({ resent: 2 });
    await deliver();
    expect(sentTo().toSorted()).toEqual(['park-1', 'park-2', 'park-3']);
    expect((await panel().list({})).parked).toBe(0);
  });

  test('reports how many messages wait for too long', async () => {
    await queue('old');
    expect((await panel().list({})).late).toBe(0);
    bed.clock.advance(601);
    expect((await panel().list({})).late).toBe(1);
  });
});
