import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { formatDateTime } from '@mare/domain/format.ts';
import { UNDONE } from './undo-hand-over.ts';

/** Describes, in Portuguese and by refund, who undid the latest hand-over, when and why, and its earlier note. */
export async function describeUndone(
  db: Kysely<DB>,
  refunds: readonly { id: string; paymentId: string; reviewNote: string | null }[],
): Promise<Map<string, string>> {
  if (refunds.length === 0) return new Map();
  const { rows } = await sql<{ refundId: string; note: string; createdAt: Date; name: string | null }>`
    select distinct on (refund_id) event.data->>'refundId' as refund_id, event.data->>'note' as note,
      event.created_at, profiles.name
    from order_events event
    left join profiles on profiles.id = substring(event.source from '^admin:(.+)$')::uuid
    where event.order_id = any(${refunds.map(({ paymentId }) => paymentId)}::uuid[]) and event.kind = ${UNDONE}
    order by refund_id, event.id desc`.execute(db);
  const latest = new Map(rows.map(({ refundId, ...event }) => [refundId, event]));
  return new Map(
    refunds.flatMap(({ id, reviewNote }) => {
      const undone = latest.get(id);
      if (!undone) return [];
      const by = undone.name ?? 'Uma pessoa da equipe';
      return [
        [
          id,
          `${by} desfez a entrega em ${formatDateTime(undone.createdAt)}: ${undone.note}. Anotada antes: ${reviewNote}.`,
        ],
      ];
    }),
  );
}
