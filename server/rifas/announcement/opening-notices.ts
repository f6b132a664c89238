/** 'Avise-me' of announced rifas: accounts subscribe at once, other e-mail addresses confirm by mail first. */
import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { OpeningNotice } from '@mare/contract/rifas/opening-notices.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendNoticeConfirmationJob } from './send-notice-confirmation.job.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>;

const TOKEN_BYTES = 24;

/** Idempotent. @returns false unless the rifa is announced and not yet on sale */
export function requestNoticeForAccount(platform: Deps, rifaId: string, userId: string): Promise<boolean> {
  const now = platform.clock.now();
  return platform.db.transaction().execute(async (trx) => {
    if (!(await findAnnounced(trx, rifaId, now))) return false;
    await trx
      .insertInto('openingNotices')
      .values({ id: platform.random.uuid(), rifaId, userId, createdAt: now, confirmedAt: now })
      .onConflict((conflict) => conflict.columns(['rifaId', 'userId']).doNothing())
      .execute();
    return true;
  });
}

/** Mails a link that confirms; a confirmed e-mail address gets no mail. @returns false unless the rifa is announced */
export function requestNoticeForEmail(platform: Deps, rifaId: string, typed: string): Promise<boolean> {
  const now = platform.clock.now();
  const email = typed.toLowerCase();
  const token = platform.random.bytes(TOKEN_BYTES).toString('base64url');
  const confirmation = { tokenHash: hashOf(token), createdAt: now };
  return platform.db.transaction().execute(async (trx) => {
    const rifa = await findAnnounced(trx, rifaId, now);
    if (!rifa) return false;
    const waiting = await trx
      .insertInto('openingNotices')
      .values({ id: platform.random.uuid(), rifaId, email, ...confirmation })
      .onConflict((conflict) =>
        conflict
          .columns(['rifaId', 'email'])
          .doUpdateSet(confirmation)
          .where('openingNotices.confirmedAt', 'is', null),
      )
      .returning('id')
      .executeTakeFirst();
    if (waiting) await platform.jobs.enqueue(trx, sendNoticeConfirmationJob, { email, token, rifaId });
    return true;
  });
}

/** Idempotent. @returns null when the link is invalid, was replaced or cancelled */
export async function confirmNotice(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  token: string,
): Promise<{ rifaId: string; title: string } | null> {
  const confirmed = await db
    .updateTable('openingNotices')
    .from('rifas')
    .whereRef('rifas.id', '=', 'openingNotices.rifaId')
    .where('openingNotices.tokenHash', '=', hashOf(token))
    .set({ confirmedAt: sql<Date>`coalesce(confirmed_at, ${clock.now()})` })
    .returning(['rifas.id as rifaId', 'rifas.title'])
    .executeTakeFirst();
  return confirmed ?? null;
}

/** Idempotent. Deletes the e-mail address too. */
export async function cancelNotice(db: Database, token: string): Promise<void> {
  await db.deleteFrom('openingNotices').where('tokenHash', '=', hashOf(token)).execute();
}

/** Idempotent. */
export async function endNotice(db: Database, rifaId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('openingNotices')
    .where('rifaId', '=', rifaId)
    .where('userId', '=', userId)
    .where('notifiedAt', 'is', null)
    .execute();
}

export async function readNotice(db: Database, rifaId: string, userId: string): Promise<OpeningNotice> {
  const { rows } = await sql<OpeningNotice>`
    select
      exists (select from opening_notices where rifa_id = ${rifaId} and user_id = ${userId}) as is_requested,
      exists (select from auth.users where id = ${userId} and email_confirmed_at is not null) as mail,
      exists (select from push_subscriptions where user_id = ${userId} and active) as push,
      exists (select from whatsapp_contacts where user_id = ${userId} and confirmed_at is not null) as whats_app`.execute(
    db,
  );
  return rows[0]!;
}

function findAnnounced(trx: Transaction<DB>, rifaId: string, now: Date) {
  return trx
    .selectFrom('rifas')
    .select('id')
    .where('id', '=', rifaId)
    .where(sql<boolean>`status = 'scheduled' or status = 'active' and coalesce(opens_at > ${now}, false)`)
    .executeTakeFirst();
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
