import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';

/** Columns of a message that is not sent: nothing is left of its recipient and content. */
export const skipped = (now: Date, reason: string) => ({
  state: 'skipped',
  recipient: '',
  addressHash: null,
  content: null,
  settledAt: now,
  lastError: reason,
});

/** Settles a message that the same transaction has written, so that its key stays taken and the panel shows why. */
export async function skipMessage(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  { key, reason }: { key: string; reason: string },
): Promise<void> {
  await trx.updateTable('outbox').set(skipped(clock.now(), reason)).where('key', '=', key).execute();
}
