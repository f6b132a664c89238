/** What the outbox no longer sends to a person who paused buying or excluded themselves after it was queued. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MessageTopic } from '@mare/domain/notifications/outbox.ts';
import { composeMailer } from './compose-mailer.ts';
import { composeOutbox } from './compose-outbox.ts';
import { queueMail } from '../mail/outbox/queue-message.ts';
import { queuePush } from '../notifications/push/queue-push.ts';
import { addSession, newBrowser } from '../notifications/push/push.testing.ts';
import { subscribePush } from '../notifications/push/subscribe-push.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { composeMail } from '../platform/messages/mail-page.ts';
import type { MailKind } from '../platform/messages/mail.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

/** A buyer with a browser whose push service does not respond: its messages wait. */
async function addReader() {
  const userId = await bed.buyer();
  const { p256dh, auth } = newBrowser();
  await subscribePush(bed.platform, await addSession(bed.platform, userId), {
    endpoint: `https://push.invalid/${userId}`,
    p256dh,
    auth,
  });
  const { email } = await bed.db
    .selectFrom('auth.users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { userId, email: email! };
}

const exclude = (userId: string) =>
  bed.db
    .insertInto('ownLimits')
    .values({
      userId,
      excludedUntil: new Date(bed.clock.now().getTime() + 86_400_000),
      updatedAt: bed.clock.now(),
    })
    .execute();

async function sendAndReadStates(person: { userId: string; email: string }, isExcluded: boolean) {
  const push = (topic: MessageTopic) =>
    bed.db.transaction().execute((trx) =>
      queuePush(trx, bed.platform, {
        userId: person.userId,
        topic,
        title: 'Vendas abertas',
        message: 'Boa sorte!',
        href: '/',
        deduplicationKey: `${topic}:${randomUUID()}`,
      }),
    );
  const mail = (kind: MailKind) =>
    queueMail(
      bed.db,
      bed.platform,
      composeMail({ to: person.email, kind, subject: kind }, { heading: 'Oi', paragraphs: [] }),
      { key: `${kind}:${randomUUID()}`, topic: 'opening' },
    );
  for (const topic of ['campaign', 'opening', 'order', 'draw'] as const) await push(topic);
  for (const kind of ['requested', 'essential'] as const) await mail(kind);
  if (isExcluded) await exclude(person.userId);
  const mailer = composeMailer(bed.platform, { send: () => Promise.resolve() });
  const outbox = composeOutbox({ ...bed.platform, mailer });
  await outbox.drain();
  await outbox.stop();
  const rows = await bed.db.selectFrom('outbox').select(['key', 'channel', 'topic', 'state']).execute();
  await bed.db.deleteFrom('outbox').execute();
  return Object.fromEntries(
    rows.map(({ key, channel, topic, state }) => [channel === 'mail' ? key.split(':')[0] : topic, state]),
  );
}

test('skips offers, and sends what concerns the person’s own purchases', async () => {
  expect(await sendAndReadStates(await addReader(), false)).toEqual({
    campaign: 'waiting',
    opening: 'waiting',
    order: 'waiting',
    draw: 'waiting',
    requested: 'sent',
    essential: 'sent',
  });
  expect(await sendAndReadStates(await addReader(), true)).toEqual({
    campaign: 'skipped',
    opening: 'skipped',
    order: 'waiting',
    draw: 'waiting',
    requested: 'skipped',
    essential: 'sent',
  });
});
