import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Mail } from '../platform/messages/mail.ts';
import type { Clock } from '../platform/clock.ts';
import { spend } from '../platform/database/rate-limits.ts';
import type { NewMessage } from './outbox/message.ts';
import { type QueueDeps, queueMail } from './outbox/queue-message.ts';
import { skipMessage } from './outbox/skip-message.ts';

const DAY_SECONDS = 24 * 3600;

/** How many mails of each kind an address gets in 24 hours before its owner has proved that it is theirs. */
const MAILS_A_DAY = { 'order-created': 1, 'order-cancelled': 1, gift: 5, 'partner-application': 1 };

type UnprovedMailKind = keyof typeof MAILS_A_DAY;

/**
 * Queues a mail within the budget of its address, else records it as skipped. The outbox takes the key first: a job that
 * runs again does not spend again.
 * @param owner see `spendUnprovedMail`
 */
export async function queueUnprovedMail(
  trx: Transaction<DB>,
  platform: QueueDeps,
  { kind, owner }: { kind: UnprovedMailKind; owner: string | null },
  mail: Mail,
  about: Pick<NewMessage, 'key' | 'topic'>,
): Promise<void> {
  if (!(await queueMail(trx, platform, mail, about))) return;
  if (await spendUnprovedMail(trx, platform.clock, kind, { email: mail.to, owner })) return;
  await skipMessage(trx, platform, { key: about.key, reason: 'limit of an unproved address' });
}

/**
 * Counts a mail to an address that anyone may have typed in, against mailbox flooding. The kinds have budgets apart. Called
 * in the transaction that sends the mail, so that a retry does not count twice.
 * @param owner the account that the mail is about; no limit if its e-mail is the address and confirmed
 * @returns whether the mail may be sent
 */
export async function spendUnprovedMail(
  trx: Transaction<DB>,
  clock: Clock,
  kind: UnprovedMailKind,
  { email, owner }: { email: string; owner: string | null },
): Promise<boolean> {
  const address = email.toLowerCase();
  const proved =
    owner !== null &&
    (await trx
      .selectFrom('auth.users')
      .select('id')
      .where('id', '=', owner)
      .where('email', '=', address)
      .where('emailConfirmedAt', 'is not', null)
      .executeTakeFirst()) !== undefined;
  if (proved) return true;
  const limit = { name: `unproved-mail-${kind}`, hits: MAILS_A_DAY[kind], seconds: DAY_SECONDS };
  return (await spend(trx, clock, limit, address)) === null;
}
