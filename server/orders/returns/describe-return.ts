/** What buyers read about cotas whose money went back: which ones, and why if their rifa was cancelled. */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { CANCEL_REASONS, type CancelReason } from '@mare/domain/rifas/lifecycle/cancelling.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';
import type { OrderEvent } from '../lifecycle/order-events.ts';
import type { StoredOrder } from '../order.queries.ts';

export interface RifaOfReturn {
  title: string;
  /** As it was declared in public; null for a rifa that was not cancelled. */
  cancellation: string | null;
}

interface Returning extends Pick<OrderEvent, 'returned'> {
  order: Pick<StoredOrder, 'status' | 'lines'>;
}

/** @returns the rifas of what was returned, by id */
export async function selectRifasOfReturns(
  db: Kysely<DB>,
  events: readonly Returning[],
): Promise<Map<string, RifaOfReturn>> {
  const ids = events.flatMap((event) => returnedRifas(event));
  if (ids.length === 0) return new Map();
  const rifas = await db
    .selectFrom('rifas')
    .select(['id', 'title', 'cancelReason', 'cancelNote'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rifas.map(({ id, title, cancelReason, cancelNote }) => [
      id,
      {
        title,
        cancellation: cancelReason
          ? `${CANCEL_REASONS[cancelReason as CancelReason]}.${cancelNote ? ` ${cancelNote}` : ''}`
          : null,
      },
    ]),
  );
}

const ENDED: ReadonlySet<string> = new Set(['refunded', 'cancelled', 'failed'] satisfies OrderStatus[]);

/** Of a refund in part, those of the event; of an order that ended, its cancelled rifas. */
function returnedRifas({ order, returned }: Returning): string[] {
  if (returned) return returned.map(({ rifaId }) => rifaId);
  if (!ENDED.has(order.status)) return [];
  return order.lines.filter(({ rifaStatus }) => rifaStatus === 'cancelled').map(({ rifaId }) => rifaId);
}

/** One sentence for each rifa that was cancelled. */
export function cancellationSentences(event: Returning, rifas: ReadonlyMap<string, RifaOfReturn>): string[] {
  return [...new Set(returnedRifas(event))].flatMap((id) => {
    const rifa = rifas.get(id);
    return rifa?.cancellation ? [`A rifa ${rifa.title} foi cancelada. Motivo: ${rifa.cancellation}`] : [];
  });
}

/** 'R$ 6,00, de 3 cotas de Patinete'; the amount alone when no cotas went back with it. */
export function returnedLabel(
  { centavos = 0, returned = [] }: Pick<OrderEvent, 'centavos' | 'returned'>,
  rifas: ReadonlyMap<string, RifaOfReturn>,
): string {
  const parts = returned.flatMap(({ rifaId, cotas }) => {
    const rifa = rifas.get(rifaId);
    return rifa ? [`${cotas === 1 ? '1 cota' : `${cotas} cotas`} de ${rifa.title}`] : [];
  });
  return [formatBrl(centavos), ...(parts.length > 0 ? [`de ${parts.join(' e ')}`] : [])].join(', ');
}
