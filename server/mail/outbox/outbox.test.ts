import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../platform/messages/mail.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import { channelsOf, deliverOutbox } from './outbox.testing.ts';
import { createOutboxTestbed, type OutboxTestbed } from './outbox-testbed.testing.ts';
import { queueMail, queueMessages } from './queue-message.ts';
import { createOutbox, renewLeases } from './send-messages.ts';

let bed: OutboxTestbed;
beforeAll(async () => {
  bed = await createOutboxTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.clear());

/** Sends through a worker whose clock is stopped, so that it renews no lease. */
const deliverStopped = (send: (mail: Mail) => Promise<void>) => {
  const now = bed.clock.now();
  return deliverOutbox({ ...bed.platform, clock: { now: () => now }, mailer: { send } });
};
const leased = () =>
  bed.db
    .selectFrom('outbox')
    .select('id')
    .where('attempts', '=', 1)
    .where('topic', '=', 'campaign')
    .execute();

test('sends no message of a rolled-back transaction', async () => {
  const rolledBack = bed.db.transaction().execute(async (trx) => {
    await queueMail(trx, bed.platform, bed.mailTo('nunca@exemplo.com.br'), { key: 'never', topic: 'order' });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await bed.deliver();
  expect(bed.mails).toEqual([]);
});

test('writes a message with the same key once, also under concurrent writers', async () => {
  const written = await Promise.all([1, 2, 3].map(() => bed.queue('once')));
  expect(written.filter(Boolean)).toHaveLength(1);
  await bed.deliver();
  expect(await bed.queue('once')).toBe(false);
  await bed.deliver();
  expect(bed.sentTo()).toEqual(['once']);
});

test('holds no open transaction while it sends', async () => {
  await bed.queue('outside');
  let open = -1;
  await bed.deliver(async () => {
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
  await Promise.all(keys.map((key) => bed.queue(key)));
  await Promise.all([bed.deliver(), bed.deliver(), bed.deliver()]);
  expect(bed.sentTo().toSorted()).toEqual(keys.toSorted());
});

test('after a crash between sending and marking, sends again with the same Message-ID', async () => {
  await bed.queue('crash');
  const sent = Promise.withResolvers<void>();
  void deliverStopped(async (mail) => {
    bed.mails.push(mail);
    sent.resolve();
    await new Promise(() => undefined);
  });
  await sent.promise;
  await bed.deliver();
  expect(bed.mails).toHaveLength(1);
  bed.clock.advance(60);
  await bed.deliver();
  expect(bed.mails).toHaveLength(2);
  expect(bed.mails[0]!.headers!['Message-ID']).toBe(bed.mails[1]!.headers!['Message-ID']);
  expect(await bed.stateOf('crash')).toBe('sent');
});

test('does not overwrite the marks of another worker after its lease has ended', async () => {
  await bed.queue('late');
  const [entered, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = deliverStopped(async () => {
    entered.resolve();
    await finish.promise;
    throw new Error('timed out');
  });
  await entered.promise;
  bed.clock.advance(60);
  await bed.deliver();
  finish.resolve();
  await slow;
  expect(await bed.stateOf('late')).toBe('sent');
});

test('renews the lease of a slow message', async () => {
  await bed.queue('slow');
  const finish = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const slow = bed.deliver(async (mail) => {
    entered.resolve();
    await finish.promise;
    bed.mails.push(mail);
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
  await bed.deliver();
  finish.resolve();
  await slow;
  expect(bed.sentTo()).toEqual(['slow']);
});

test('sends codes and confirmations before an earlier campaign', async () => {
  for (let count = 0; count < 20; count++) await bed.queue(`campaign-${count}`, { topic: 'campaign' });
  await bed.queue('order');
  await bed.queue('code', { topic: 'access' });
  await bed.deliver();
  expect(bed.sentTo().slice(0, 2).toSorted()).toEqual(['code', 'order']);
  expect(bed.mails).toHaveLength(22);
});

test('keeps slow campaigns from occupying the workers of a confirmation', async () => {
  for (let count = 0; count < 20; count++) await bed.queue(`slow-${count}`, { topic: 'campaign' });
  const [finish, urgent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const mailer = {
    async send(mail: Mail) {
      if (mail.to.startsWith('urgent')) urgent.resolve();
      else await finish.promise;
      await bed.record(mail);
    },
  };
  const outbox = createOutbox(bed.platform, channelsOf({ ...bed.platform, mailer }), { everyMs: 20 });
  outbox.start();
  await expect.poll(async () => (await leased()).length).toBe(8);
  await bed.queue('urgent');
  await urgent.promise;
  expect(await leased()).toHaveLength(8);
  finish.resolve();
  await outbox.stop();
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
  await bed.deliver();
  expect(bed.mails[0]!.subject).toContain('123456');
  expect((await row()).content).toBeNull();
});
