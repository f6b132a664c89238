/** Texts for buyers about refunded cotas: which ones, and the reason if their rifa was cancelled. */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { CANCEL_REASONS, type CancelReason } from '@mare/domain/rifas/lifecycle/cancelling.ts';
import { describeSealedCotas } from '@mare/domain/orders/returns/sealed-cotas.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';
import type { OrderEvent } from '../lifecycle/order-events.ts';
import type { StoredOrder } from '../reading/order.queries.ts';
import type { SealedCotasOfRifa } from './sealed-cotas.queries.ts';

export interface RifaOfReturn {
  title: string;
  /** Declared reason; null for a rifa that was not cancelled. */
  cancellation: string | null;
}

interface Returning extends Pick<OrderEvent, 'returned'> {
  order: Pick<StoredOrder, 'status' | 'lines'>;
}

/** @returns the rifas of the refund, by id */
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

/** Titles of the rifas of a partial refund; for an order that ended, of its cancelled rifas. */
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

/** Text about the cotas of a refund. @param sealed cotas of the order that stay on a frozen list */
export function outcomeOfRefund(
  { order, returned, cotas = 0 }: Returning & Pick<OrderEvent, 'cotas'>,
  sealed: readonly SealedCotasOfRifa[],
): string {
  if (order.status === 'refunded') {
    const isAll =
      !sealed.some(({ othersLeft }) => othersLeft) &&
      order.lines.every(({ rifaId }) => sealed.some((line) => line.rifaId === rifaId));
    const others = sealed.length > 0 ? 'Os outros números' : 'Os números';
    return [
      ...sealed.map(describeSealedCotas),
      ...(isAll ? [] : [`${others} deste pedido não participam mais do sorteio.`]),
    ].join(' ');
  }
  const ofRefund = sealed.filter(({ rifaId }) =>
    returned?.some((line) => line.isSealed && line.rifaId === rifaId),
  );
  return [
    ...ofRefund.map(describeSealedCotas),
    ...(ofRefund.length > 0 && cotas === 0 ? [] : [keptLabel(cotas)]),
  ].join(' ');
}

/** @param cotas that were removed from the order */
function keptLabel(cotas: number): string {
  if (cotas === 0) return 'Os números deste pedido continuam valendo.';
  const sentence =
    cotas === 1 ? 'A cota devolvida não participa' : `As ${cotas} cotas devolvidas não participam`;
  return `${sentence} mais do sorteio. O resto do pedido continua valendo.`;
}

/** 'R$ 6,00, de 3 cotas de Patinete'; only the amount for a refund without cotas. */
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
