/** Changes that their owner undoes by a mailed link within 48 hours. Until then the owner's payouts are frozen. */
import { sql } from 'kysely';
import { fullMinute } from '@mare/domain/time/full-minute.ts';
import { type ReversibleChange, UNDO_HOURS } from '@mare/domain/accounts/security/security-events.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Executor } from '../auth.ts';
import { sendChangeNoticeJob } from './send-change-notice.job.ts';

export type ChangeOwner = { userId: string } | { partnerId: string };

export interface NewReversibleChange {
  owner: ChangeOwner;
  kind: ReversibleChange;
  /** Values that the undo restores. */
  before: unknown;
  /** Old and new e-mail address. Each gets a mail with the link. */
  to: readonly (string | null)[];
}

/** Records the change and enqueues its mails, in the transaction of the change. */
export async function recordReversibleChange(
  { clock, random, jobs }: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  trx: Executor,
  { owner, kind, before, to }: NewReversibleChange,
): Promise<void> {
  const id = random.uuid();
  const now = clock.now();
  const earlier = 'userId' in owner ? await earlierEmails(trx, owner.userId, now) : [];
  await trx
    .insertInto('auth.reversibleChanges')
    .values({
      id,
      ...owner,
      kind,
      before: JSON.stringify(before),
      createdAt: now,
      expiresAt: fullMinute(new Date(now.getTime() + UNDO_HOURS * 3_600_000)),
    })
    .execute();
  const recipients = [...new Set([...to, ...earlier])].flatMap((recipient) => recipient || []);
  await jobs.enqueue(trx, sendChangeNoticeJob, { changeId: id, to: recipients });
}

/** Addresses from before a change of e-mail that can still be undone: its owner may read mail only there. */
async function earlierEmails(trx: Executor, userId: string, now: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('auth.reversibleChanges')
    .select(sql<string | null>`before ->> 'email'`.as('email'))
    .where('userId', '=', userId)
    // Unlinking the identity of the account's e-mail replaces the e-mail too.
    .where('kind', 'in', ['email_changed', 'identity_unlinked'])
    .where('undoneAt', 'is', null)
    .where('expiresAt', '>', now)
    .execute();
  return rows.flatMap(({ email }) => email ?? []);
}

/** @returns until when payouts of the owner wait; null if none of their changes can still be undone */
export async function findPayoutFreeze(db: Executor, owner: ChangeOwner, now: Date): Promise<Date | null> {
  const open = await db
    .selectFrom('auth.reversibleChanges')
    .select('expiresAt')
    .$if('userId' in owner, (query) => query.where('userId', '=', (owner as { userId: string }).userId))
    .$if('partnerId' in owner, (query) =>
      query.where('partnerId', '=', (owner as { partnerId: string }).partnerId),
    )
    .where('undoneAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('expiresAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return open?.expiresAt ?? null;
}

/** Whether a change of one of these kinds can still be undone. */
export async function hasOpenChange(
  db: Executor,
  userId: string,
  kinds: readonly ReversibleChange[],
  now: Date,
): Promise<boolean> {
  const open = await db
    .selectFrom('auth.reversibleChanges')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', 'in', kinds)
    .where('undoneAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return open !== undefined;
}
