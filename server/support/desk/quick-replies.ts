/** Texts that the team answers with again and again. */
import type { Kysely, Transaction } from 'kysely';
import type { QuickReply } from '@mare/contract/support/desk.ts';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

const LISTED = 200;

/** By title. */
export function selectQuickReplies(db: Kysely<DB>): Promise<QuickReply[]> {
  return db
    .selectFrom('supportQuickReplies')
    .select(['id', 'title', 'body'])
    .orderBy('title')
    .orderBy('id')
    .limit(LISTED)
    .execute();
}

/** Adds a reply, or replaces the one with the same id. */
export async function saveQuickReply(deps: Deps, by: PanelUser, reply: QuickReply): Promise<void> {
  const { id, title, body } = reply;
  const values = { title, body, updatedBy: by.userId, updatedAt: deps.clock.now() };
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('supportQuickReplies')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    await recordChange(deps, trx, by, reply, 'save-quick-reply', `Guardou a resposta rápida “${title}”.`);
  });
}

/** @returns false if it is unknown */
export function deleteQuickReply(deps: Deps, by: PanelUser, id: string): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const reply = await trx
      .deleteFrom('supportQuickReplies')
      .where('id', '=', id)
      .returning(['id', 'title', 'body'])
      .executeTakeFirst();
    if (!reply) return false;
    const description = `Apagou a resposta rápida “${reply.title}”.`;
    await recordChange(deps, trx, by, reply, 'delete-quick-reply', description);
    return true;
  });
}

/** With the text, so that a deleted one can be written again. */
function recordChange(
  deps: Deps,
  trx: Transaction<DB>,
  by: PanelUser,
  { id, title, body }: QuickReply,
  action: string,
  description: string,
): Promise<void> {
  return recordActivity(trx, deps, {
    ...by,
    action,
    entityType: 'quick-reply',
    entityId: id,
    description,
    details: { title, body },
  });
}
