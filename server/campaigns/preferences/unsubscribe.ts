import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordReaction } from '../messages/record-reaction.ts';
import {
  findMailRecipient,
  findReader,
  hashOfEmail,
  type Reader,
  writeEmailPreferences,
} from '../../mail/preferences.ts';
import type { UnsubscribeRequest, UnsubscribeScope } from '../../mail/unsubscribe-link.ts';

type Deps = Pick<Platform, 'db' | 'clock'>;

/** Unsubscribes an address, with or without an account. Idempotent. */
export async function unsubscribe(
  platform: Deps,
  request: UnsubscribeRequest,
  ipAddress: string | null = null,
): Promise<void> {
  await platform.db
    .transaction()
    .execute((trx) => applyUnsubscribe(trx, platform, request, { isComplaint: false, ipAddress }));
}

/** @param why an unsubscribe request with its IP address, or a spam complaint */
export async function applyUnsubscribe(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock'>,
  { email, scope, messageId }: UnsubscribeRequest,
  why: { isComplaint: boolean; ipAddress: string | null },
): Promise<void> {
  const now = platform.clock.now();
  if (messageId) await recordReaction(trx, messageId, 'unsubscribed_at', now);
  await trx
    .updateTable('newsletterSubscribers')
    // The link of an earlier confirmation would subscribe the address again.
    .set({ unsubscribedAt: now, confirmationHash: sql<Buffer>`sha256(gen_random_uuid()::text::bytea)` })
    .where('email', '=', email.toLowerCase())
    .execute();
  const reader = await findReader(trx, { email });
  if (!reader) await suppress(trx, email, scope, now);
  // The account that the mail was sent to may have another address since.
  const addressee = messageId ? await findAddressee(trx, messageId) : undefined;
  const readers = new Map([reader, addressee].flatMap((one) => (one ? [[one.userId, one]] : [])));
  for (const one of readers.values()) {
    await switchOff(trx, one, scope, now);
    await recordActivity(trx, platform, {
      userId: one.userId,
      action: why.isComplaint ? 'complain-of-mail' : 'unsubscribe',
      entityType: 'profile',
      entityId: one.userId,
      description: why.isComplaint
        ? 'Marcou um e-mail nosso como spam: não recebe mais ofertas.'
        : 'Cancelou o recebimento de e-mails.',
      details: { scope },
      ipAddress: why.ipAddress,
    });
  }
}

function findAddressee(trx: Transaction<DB>, messageId: string): Promise<Reader | undefined> {
  return trx
    .selectFrom('emailMessages as message')
    .innerJoin('auth.users as account', 'account.id', 'message.userId')
    .select(['account.id as userId', 'account.email'])
    .where('message.id', '=', messageId)
    .executeTakeFirst();
}

async function switchOff(
  trx: Transaction<DB>,
  reader: Reader,
  scope: UnsubscribeScope,
  now: Date,
): Promise<void> {
  const { transactionalEmails } = (await findMailRecipient(trx, reader)).preferences;
  const flags = {
    transactionalEmails: scope === 'offers' && transactionalEmails,
    weeklyNewsletter: false,
    marketingEmails: false,
    promotionalEmails: false,
    updatedAt: now,
    unsubscribedAt: now,
  };
  await writeEmailPreferences(trx, reader.userId, flags);
}

async function suppress(
  trx: Transaction<DB>,
  email: string,
  scope: UnsubscribeScope,
  now: Date,
): Promise<void> {
  const everything = scope === 'everything';
  await trx
    .insertInto('mailSuppressions')
    .values({ emailHash: hashOfEmail(email), everything, createdAt: now })
    .onConflict((conflict) =>
      conflict.column('emailHash').doUpdateSet({
        everything: sql<boolean>`mail_suppressions.everything or excluded.everything`,
      }),
    )
    .execute();
}
