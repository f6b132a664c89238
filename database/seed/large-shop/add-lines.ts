/** Order lines of a large shop, with numbers as in real sales: neighbours on one page of the rifa. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { pageOf } from '@mare/domain/numbers/number-page.ts';
import { createNumberPermutation } from '@mare/domain/numbers/number-permutation.ts';
import { pageKey } from '@mare/domain/numbers/page-key.ts';
import { idOf, orderIdOf } from './ids.ts';

export const LARGE_RIFAS = 200;
const COTAS = 5;
const LINES_PER_BATCH = 50_000;

/** Number of cotas of each rifa; a fifth of them stays unsold. */
export function largeRifaTotal(orders: number): number {
  return Math.max(100_000, Math.ceil((orders / LARGE_RIFAS) * COTAS * 1.25));
}

export async function addLargeLines(client: pg.PoolClient, orders: number): Promise<void> {
  const total = largeRifaTotal(orders);
  await client.query(
    `insert into rifa_secrets (rifa_id, number_key)
     select ${idOf(`'rifa' || n`)}, decode(md5('key' || n), 'hex') from generate_series(1, $1::int) n`,
    [LARGE_RIFAS],
  );
  const rifas = Array.from({ length: LARGE_RIFAS }, (_, index) => ({
    id: uuidOf(`rifa${index + 1}`),
    permutation: createNumberPermutation(md5(`key${index + 1}`), total),
  }));
  for (let first = 1; first <= orders; first += LINES_PER_BATCH) {
    const count = Math.min(LINES_PER_BATCH, orders - first + 1);
    const lines = Array.from({ length: count }, (_, at) => {
      const { id, permutation } = rifas[(first + at) % LARGE_RIFAS]!;
      const from = Math.floor((first + at) / LARGE_RIFAS) * COTAS;
      const positions = Array.from({ length: COTAS }, (_each, cota) => from + cota);
      const pages = new Set(positions.map(pageOf));
      return {
        numbers: positions
          .map((position) => permutation.numberAt(position))
          .sort((one, other) => one - other),
        pages: [...pages].map((pageNo) => pageKey(id, pageNo)),
      };
    });
    await client.query(
      `insert into order_items (order_id, rifa_id, quantity, unit_price, total_amount, selected_numbers, cota_pages)
       select ${orderIdOf('n')}, ${idOf(`'rifa' || 1 + n % $2`)}, 5, 2, 10, numbers::integer[], pages::bigint[]
       from (select $1::int - 1 + place::int as n, numbers, pages
         from unnest($3::text[], $4::text[]) with ordinality as lines (numbers, pages, place)) as line`,
      [
        first,
        LARGE_RIFAS,
        lines.map(({ numbers }) => `{${numbers.join(',')}}`),
        lines.map(({ pages }) => `{${pages.join(',')}}`),
      ],
    );
  }
}

function md5(text: string): Buffer {
  return createHash('md5').update(text).digest();
}

/** Same as `idOf` in SQL. */
function uuidOf(text: string): string {
  const digits = md5(text).toString('hex');
  const id = `${digits.slice(0, 12)}4${digits.slice(13, 16)}8${digits.slice(17)}`;
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
