/** What a refund would give back, and what stays, in the form of the contract. */
import type { Kysely } from 'kysely';
import type { RefundPreview } from '@mare/contract/orders/orders.ts';
import type { DB } from '@mare/database/schema.ts';
import type { Return } from '@mare/domain/orders/returns/decide-return.ts';

export async function previewOf(
  db: Kysely<DB>,
  { returned, kept, centavos }: Return,
): Promise<RefundPreview> {
  const ids = [...returned, ...kept].map(({ rifaId }) => rifaId);
  const rifas =
    ids.length > 0
      ? await db.selectFrom('rifas').select(['id', 'title']).where('id', 'in', ids).execute()
      : [];
  const named = ({ rifaId, numbers }: { rifaId: string; numbers: readonly number[] }) => ({
    rifaId,
    title: rifas.find(({ id }) => id === rifaId)!.title,
    quantity: numbers.length,
  });
  return {
    centavos,
    returned: returned.map((cotas) => ({ ...named(cotas), centavos: cotas.centavos })),
    kept: kept.map((cotas) => ({ ...named(cotas), reason: cotas.reason })),
  };
}
