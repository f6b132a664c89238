import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Mail } from '../platform/messages/mail.ts';
import type { Clock } from '../platform/clock.ts';
import { type Limit, spend, spendOnEach } from '../platform/database/rate-limits.ts';
import type { NewMessage } from './outbox/message.ts';
import { type QueueDeps, queueMessages } from './outbox/queue-message.ts';
import { skipMessage } from './outbox/skip-message.ts';

const DAY_SECONDS = 24 * 3600;

/** Maximum mails of each kind in 24 hours to an address whose owner has not confirmed it. */
const MAX_MAILS_PER_DAY = { 'order-created': 1, 'order-cancelled': 1, gift: 5, 'partner-application': 1 };

type UnprovedMailKind = keyof typeof MAX_MAILS_PER_DAY;

interface UnprovedMail extends Pick<NewMessage, 'key' | 'topic'> {
  mail: Mail;
  /** See `spendUnprovedMail`. */
  owner: string | null;
}

/**
 * Queues a mail within the budget of its address, or records it as skipped. The outbox inserts the key first, so a
 * repeated job does not spend the budget again.
 */
export function queueUnprovedMail(
  trx: Transaction<DB>,
  platform: QueueDeps,
  { kind, owner }: { kind: UnprovedMailKind; owner: string | null },
  mail: Mail,
  about: Pick<NewMessage, 'key' | 'topic'>,
): Promise<void> {
  return queueUnprovedMails(trx, platform, kind, [{ ...about, owner, mail }]);
}

/** Several of one kind; see `queueUnprovedMail`. */
export async function queueUnprovedMails(
  trx: Transaction<DB>,
  platform: QueueDeps,
  kind: UnprovedMailKind,
  mails: readonly UnprovedMail[],
): Promise<void> {
  const written = await queueMessages(
    trx,
    platform,
    mails.map(({ key, topic, mail }) => ({ key, topic, content: { channel: 'mail', mail } })),
  );
  const isProved = await findProvedAddresses(trx, mails);
  let left = mails.filter((mail) => written.has(mail.key) && !isProved(mail));
  while (left.length > 0) {
    // One statement for the first mail of each address; then further mails, if the budget allows them.
    const counted = new Map(left.toReversed().map((mail) => [addressOf(mail), mail]));
    const beyond = await spendOnEach(trx, platform.clock, limitOf(kind), [...counted.keys()]);
    for (const [address, { key }] of counted)
      if (beyond.has(address))
        await skipMessage(trx, platform, { key, reason: 'limit of an unproved address' });
    left = left.filter((mail) => counted.get(addressOf(mail)) !== mail);
  }
}

/**
 * Counts a mail to an address that is not confirmed, against mailbox flooding. Each kind of mail has its own budget.
 * Called in the transaction that queues the mail, so that a retry does not count twice.
 * @param owner the account that the mail is about; no limit if the address is its confirmed e-mail
 * @returns whether the mail may be sent
 */
export async function spendUnprovedMail(
  trx: Transaction<DB>,
  clock: Clock,
  kind: UnprovedMailKind,
  { email, owner }: { email: string; owner: string | null },
): Promise<boolean> {
  const about = { mail: { to: email }, owner };
  const isProved = await findProvedAddresses(trx, [about]);
  return isProved(about) || (await spend(trx, clock, limitOf(kind), addressOf(about))) === null;
}

type Addressed = { mail: Pick<Mail, 'to'>; owner: string | null };

/** @returns whether a mail goes to the confirmed e-mail of its owner */
async function findProvedAddresses(
  trx: Transaction<DB>,
  mails: readonly Addressed[],
): Promise<(mail: Addressed) => boolean> {
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

const limitOf = (kind: UnprovedMailKind): Limit => ({
  name: `unproved-mail-${kind}`,
  hits: MAX_MAILS_PER_DAY[kind],
  seconds: DAY_SECONDS,
});

const addressOf = ({ mail }: Addressed) => mail.to.toLowerCase();
