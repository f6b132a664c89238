import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Mail } from '../platform/messages/mail.ts';
import type { Clock } from '../platform/clock.ts';
import { type Limit, spend, spendOnEach } from '../platform/database/rate-limits.ts';
import type { NewMessage } from './outbox/message.ts';
import { type QueueDeps, queueMessages } from './outbox/queue-message.ts';
import { skipMessage } from './outbox/skip-message.ts';

const DAY_SECONDS = 24 * 3600;

/** Maximum mails of each kind in 24 hours to an e-mail address whose owner has not confirmed it. */
const MAX_MAILS_PER_DAY = { 'order-created': 1, 'order-cancelled': 1, gift: 5, 'partner-application': 1 };

type UnconfirmedMailKind = keyof typeof MAX_MAILS_PER_DAY;

interface UnconfirmedMail extends Pick<NewMessage, 'key' | 'topic' | 'expiresAt'> {
  mail: Mail;
  /** See `spendUnconfirmedMail`. */
  owner: string | null;
}

/**
 * Queues a mail within the budget of its e-mail address, or records it as skipped. The outbox inserts the key first, so
 * a repeated job does not spend the budget again.
 */
export function queueUnconfirmedMail(
  trx: Transaction<DB>,
  platform: QueueDeps,
  { kind, owner }: { kind: UnconfirmedMailKind; owner: string | null },
  mail: Mail,
  about: Pick<NewMessage, 'key' | 'topic'>,
): Promise<void> {
  return queueUnconfirmedMails(trx, platform, kind, [{ ...about, owner, mail }]);
}

/** Several of one kind; see `queueUnconfirmedMail`. */
export async function queueUnconfirmedMails(
  trx: Transaction<DB>,
  platform: QueueDeps,
  kind: UnconfirmedMailKind,
  mails: readonly UnconfirmedMail[],
): Promise<void> {
  const written = await queueMessages(
    trx,
    platform,
    mails.map(({ key, topic, expiresAt, mail }) => ({
      key,
      topic,
      expiresAt,
      content: { channel: 'mail', mail },
    })),
  );
  const isConfirmed = await findConfirmedEmails(trx, mails);
  let left = mails.filter((mail) => written.has(mail.key) && !isConfirmed(mail));
  while (left.length > 0) {
    // One statement for the first mail of each e-mail address; then further mails, if the budget allows them.
    const counted = new Map(left.toReversed().map((mail) => [emailOf(mail), mail]));
    const beyond = await spendOnEach(trx, platform.clock, limitOf(kind), [...counted.keys()]);
    for (const [email, { key }] of counted)
      if (beyond.has(email))
        await skipMessage(trx, platform, { key, reason: 'limit of an unconfirmed address' });
    left = left.filter((mail) => counted.get(emailOf(mail)) !== mail);
  }
}

/**
 * Counts a mail to an address that is not confirmed, against mailbox flooding. Each kind of mail has its own budget.
 * Called in the transaction that queues the mail, so that a retry does not count twice.
 * @param owner the account that the mail is about; no limit if the address is its confirmed e-mail
 * @returns whether the mail may be sent
 */
export async function spendUnconfirmedMail(
  trx: Transaction<DB>,
  clock: Clock,
  kind: UnconfirmedMailKind,
  { email, owner }: { email: string; owner: string | null },
): Promise<boolean> {
  const about = { mail: { to: email }, owner };
  const isConfirmed = await findConfirmedEmails(trx, [about]);
  return isConfirmed(about) || (await spend(trx, clock, limitOf(kind), emailOf(about))) === null;
}

type AddressedMail = { mail: Pick<Mail, 'to'>; owner: string | null };

/** @returns predicate whether the recipient is the owner's confirmed e-mail address */
async function findConfirmedEmails(
  trx: Transaction<DB>,
  mails: readonly AddressedMail[],
): Promise<(mail: AddressedMail) => boolean> {
  const owners = mails.flatMap(({ owner }) => owner ?? []);
  if (owners.length === 0) return () => false;
  const rows = await trx
    .selectFrom('auth.users')
    .select(['id', 'email'])
    .where('id', 'in', owners)
    .where('emailConfirmedAt', 'is not', null)
    .execute();
  const confirmed = new Map(rows.map(({ id, email }) => [id, email]));
  return ({ mail, owner }) => owner !== null && confirmed.get(owner) === mail.to.toLowerCase();
}

const limitOf = (kind: UnconfirmedMailKind): Limit => ({
  name: `unproved-mail-${kind}`,
  hits: MAX_MAILS_PER_DAY[kind],
  seconds: DAY_SECONDS,
});

const emailOf = ({ mail }: AddressedMail) => mail.to.toLowerCase();
