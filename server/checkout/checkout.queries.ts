import type pg from 'pg';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { RifaOnSale } from '@mare/domain/checkout/price-cart.ts';
import { groupRequests, type RequestGroups } from '../platform/group-requests.ts';

interface RifaRow {
  id: string;
  title: string;
  price: string;
  total_numbers: number;
  min_per_order: number;
  max_per_order: number;
  draw_date: Date;
}

type Reader = RequestGroups<readonly string[], Map<string, RifaRow>>;

const readers = new WeakMap<pg.Pool, Reader>();

/** Those of the rifas that sell at this moment, by id; one statement for all who pay at the same moment. */
export async function findRifasOnSale(
  pool: pg.Pool,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, RifaOnSale>> {
  let reader = readers.get(pool);
  if (!reader) {
    reader = groupRequests((all) => findActiveRifas(pool, all));
    readers.set(pool, reader);
  }
  const active = await reader.ask(ids);
  const onSale = new Map<string, RifaOnSale>();
  for (const id of ids) {
    const row = active.get(id);
    if (row && row.draw_date > now) onSale.set(id, rifaOnSale(row));
  }
  return onSale;
}

/** @returns the same rows to all who ask. */
async function findActiveRifas(
  pool: pg.Pool,
  asked: readonly (readonly string[])[],
): Promise<Map<string, RifaRow>[]> {
  const { rows } = await pool.query<RifaRow>({
    name: 'find-active-rifas',
    text: `select id, title, price, total_numbers, min_per_order, max_per_order, draw_date
           from rifas where id = any($1::uuid[]) and status = 'active'`,
    values: [[...new Set(asked.flat())]],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return asked.map(() => byId);
}

function rifaOnSale(row: RifaRow): RifaOnSale {
  return {
    id: row.id,
    title: row.title,
    priceCentavos: centavosFromNumeric(row.price),
    totalNumbers: row.total_numbers,
    minPerOrder: row.min_per_order,
    maxPerOrder: row.max_per_order,
  };
}
