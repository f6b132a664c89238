import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';

/** Columns of a skipped message: its recipient and content are erased. */
export const skipped = (now: Date, reason: string) => ({
  state: 'skipped',
  recipient: '',
  addressHash: null,
  content: null,
  settledAt: now,
  lastError: reason,
});

/** Marks a message of the same transaction as skipped: its key stays taken, and the panel shows the reason. */
export async function skipMessage(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  { key, reason }: { key: string; reason: string },
): Promise<void> {
  await trx.updateTable('outbox').set(skipped(clock.now(), reason)).where('key', '=', key).execute();
}

/** Skips messages to a person that are not sent yet, by the start of their keys. */
export async function skipUnsentMessages(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  { userId, keyStart, reason }: { userId: string; keyStart: string; reason: string },
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set(skipped(clock.now(), reason))
    .where('userId', '=', userId)
    .where('state', 'in', ['waiting', 'parked'])
    .where('key', 'like', `${keyStart}%`)
    .execute();
}
