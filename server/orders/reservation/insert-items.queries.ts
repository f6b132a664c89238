import type pg from 'pg';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { NumberPermutation } from '@mare/domain/numbers/number-permutation.ts';
import { pageKeysOf } from '@mare/domain/numbers/page-key.ts';
import type { Reservation } from './reserve-request.ts';

/** Rifas by id; includes at least those of all lines. */
export type RifasOfLines = ReadonlyMap<string, { permutation: NumberPermutation }>;

/** Lines of these orders, with the pages of their numbers. */
export function insertItems(
  client: pg.PoolClient,
  reservations: readonly Reservation[],
  rifas: RifasOfLines,
): Promise<pg.QueryResult> {
  const items = reservations.flatMap(({ request, lines }) =>
    request.lines.map((line, index) => ({
      orderId: request.orderId,
      lineNo: index + 1,
      line,
      numbers: lines[index]!.numbers,
    })),
  );
  return client.query({
    name: 'insert-order-items',
    text: `insert into order_items (order_id, line_no, rifa_id, quantity, bonus_quantity, unit_price, total_amount,
             selected_numbers, cota_pages)
           select order_id, line_no, rifa_id, quantity, bonus_quantity, unit_price, total_amount, numbers::integer[],
             pages::bigint[]
           from unnest($1::uuid[], $2::integer[], $3::uuid[], $4::integer[], $5::integer[], $6::numeric[],
             $7::numeric[], $8::text[], $9::text[])
             as i (order_id, line_no, rifa_id, quantity, bonus_quantity, unit_price, total_amount, numbers, pages)`,
    values: [
      items.map((item) => item.orderId),
      items.map((item) => item.lineNo),
      items.map((item) => item.line.rifaId),
      items.map((item) => item.line.quantity),
      items.map((item) => item.line.bonusQuantity),
      items.map((item) => numericFromCentavos(item.line.unitPriceCentavos)),
      items.map((item) => numericFromCentavos(item.line.totalCentavos)),
      items.map((item) => `{${item.numbers.join(',')}}`),
      items.map(
        ({ line: { rifaId }, numbers }) =>
          `{${pageKeysOf(rifaId, numbers, rifas.get(rifaId)!.permutation).join(',')}}`,
      ),
    ],
  });
}
