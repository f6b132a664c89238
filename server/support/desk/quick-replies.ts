/** Saved reply texts of the team, and changes that some of them make to the ticket. */
import type { Kysely, Transaction } from 'kysely';
import type { QuickReply } from '@mare/contract/support/desk-tickets.ts';
import type { DB } from '@mare/database/schema.ts';
import { hasActs, isOneAgent, type TicketActs } from '@mare/domain/support/macro.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAgent } from './actions/assign-ticket.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

const LISTED = 200;

/** By title. */
export async function selectQuickReplies(db: Kysely<DB>): Promise<QuickReply[]> {
  const rows = await db
    .selectFrom('supportQuickReplies')
    .select(SHOWN)
    .orderBy('title')
    .orderBy('id')
    .limit(LISTED)
    .execute();
  return rows.map(toQuickReply);
}

const SHOWN = ['id', 'title', 'body', 'acts'] as const;

const toQuickReply = ({ acts, ...reply }: Omit<QuickReply, 'acts'> & { acts: unknown }): QuickReply => ({
  ...reply,
  acts: acts as TicketActs as QuickReply['acts'],
});

export type SaveResult = { ok: true } | { ok: false; code: 'INCOMPLETE' | 'AGENT_LEFT' };

/** Adds a reply, or replaces the one with the same id. */
export function saveQuickReply(deps: Deps, by: PanelUser, reply: QuickReply): Promise<SaveResult> {
  const { id, title, body, acts } = reply;
  const values = {
    title,
    body,
    acts: JSON.stringify(acts),
    updatedBy: by.userId,
    updatedAt: deps.clock.now(),
  };
  return deps.db.transaction().execute(async (trx): Promise<SaveResult> => {
    if (body === '' && !hasActs(acts)) return { ok: false, code: 'INCOMPLETE' };
    if (isOneAgent(acts.assignee) && !(await findAgent(trx, acts.assignee)))
      return { ok: false, code: 'AGENT_LEFT' };
    await trx
      .insertInto('supportQuickReplies')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    await recordChange(deps, trx, by, reply, 'save-quick-reply', `Guardou a resposta rápida “${title}”.`);
    return { ok: true };
  });
}

/** @returns false if it is unknown */
export function deleteQuickReply(deps: Deps, by: PanelUser, id: string): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const reply = await trx
      .deleteFrom('supportQuickReplies')
      .where('id', '=', id)
      .returning(SHOWN)
      .executeTakeFirst();
    if (!reply) return false;
    const description = `Apagou a resposta rápida “${reply.title}”.`;
    await recordChange(deps, trx, by, toQuickReply(reply), 'delete-quick-reply', description);
    return true;
  });
}

/** Logs text and changes, so that a deleted quick reply can be restored. */
function recordChange(
  deps: Deps,
  trx: Transaction<DB>,
  by: PanelUser,
  { id, title, body, acts }: QuickReply,
  action: string,
  description: string,
): Promise<void> {
  return recordActivity(trx, deps, {
    ...by,
    action,
    entityType: 'quick-reply',
    entityId: id,
    description,
    details: { title, body, acts },
  });
}
