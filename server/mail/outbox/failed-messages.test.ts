import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SEND_ATTEMPTS } from '@mare/domain/notifications/outbox.ts';
import { composeMailer } from '../../composition/compose-mailer.ts';
import { RecipientRejectedError } from '../../platform/messages/rejected-recipient.ts';
import { deliverOutbox } from './outbox.testing.ts';
import { createOutboxTestbed, type OutboxTestbed } from './outbox-testbed.testing.ts';
import { queueMail } from './queue-message.ts';

let bed: OutboxTestbed;
beforeAll(async () => {
  bed = await createOutboxTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.clear());

test('retries a failed message later, without delaying others', async () => {
  await bed.queue('poison');
  await bed.queue('fine');
  await bed.deliver((mail) => (mail.to.startsWith('poison') ? bed.broken() : bed.record(mail)));
  expect(bed.sentTo()).toEqual(['fine']);
  await bed.deliver();
  expect(bed.sentTo()).toEqual(['fine']);
  bed.clock.advance(5);
  await bed.deliver();
  expect(bed.sentTo()).toEqual(['fine', 'poison']);
});

test('parks a message after its last attempt and keeps its content', async () => {
  await bed.queue('parked');
  let tries = 0;
  for (let round = 0; round < SEND_ATTEMPTS + 3; round++) {
    await bed.deliver(() => {
      tries++;
      return bed.broken();
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

test('skips a message after its deadline', async () => {
  await bed.queue('expired', { topic: 'access', expiresAt: new Date(bed.clock.now().getTime() + 600_000) });
  await bed.deliver(bed.broken);
  bed.clock.advance(601);
  await bed.deliver();
  expect(bed.mails).toEqual([]);
  expect(await bed.stateOf('expired')).toBe('skipped');
});

test('notifies the owner of a bounced address once, then sends it essential mail only', async () => {
  const userId = await bed.buyer();
  const email = 'sumiu@exemplo.com.br';
  await bed.db.updateTable('auth.users').set({ email }).where('id', '=', userId).execute();
  const rejecting = composeMailer(bed.platform, {
    send: () => Promise.reject(new RecipientRejectedError('550 5.1.1 no such user')),
  });
  await Promise.all(
    ['bounce-1', 'bounce-2'].map((key) =>
      queueMail(bed.db, bed.platform, bed.mailTo(email), { key, topic: 'order' }),
    ),
  );
  await deliverOutbox({ ...bed.platform, mailer: rejecting });
  await queueMail(
    bed.db,
    bed.platform,
    { ...bed.mailTo(email), kind: 'transactional' },
    { key: 'bounce-3', topic: 'order' },
  );
  await deliverOutbox({ ...bed.platform, mailer: rejecting });
  expect(await Promise.all(['bounce-1', 'bounce-2', 'bounce-3'].map(bed.stateOf))).toEqual([
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
