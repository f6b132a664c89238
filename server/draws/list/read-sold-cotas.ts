/** Reads the holder of each number of a rifa. Streams rows, since a rifa may have ten million. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { listClaimedGifts } from '../../orders/gifts/list-claimed-gifts.ts';
import { excludedFor, returningNumbers } from '../../orders/participation/listed-cotas.ts';

export interface SoldCotas {
  /** Indexed by number (1-based): 0 when it is not on the list, else 1 plus the index in `buyers`. */
  holders: Int32Array;
  /** 1 where a number was sold by hand; indexed by number (1-based). */
  manual: Uint8Array;
  /** User ids. */
  buyers: string[];
  sold: number;
  /** Count of excluded paid cotas: disputed or being refunded. */
  excluded: number;
  exclusions: Exclusion[];
  /** Sold by hand: those on the list, and with the excluded ones. */
  soldManually: { listed: number; all: number };
}

/** Cotas of one line of an order. */
export interface Exclusion {
  orderId: string;
  lineNo: number;
  reason: 'dispute' | 'refund';
  numbers: number[];
}

interface ItemRow {
  orderId: string;
  lineNo: number;
  numbers: number[];
  userId: string;
  /** Why the whole line is excluded; null if it is not. */
  excludedFor: Exclusion['reason'] | null;
  isManual: boolean;
  /** Excluded numbers, because they are being refunded; null for none. */
  returning: number[] | null;
}

const ROWS_PER_BATCH = 5_000;

/** @throws when a number is in two paid orders */
export async function readSoldCotas(
  trx: Transaction<DB>,
  rifaId: string,
  totalNumbers: number,
): Promise<SoldCotas> {
  const cotas: SoldCotas = {
    holders: new Int32Array(totalNumbers + 1),
    manual: new Uint8Array(totalNumbers + 1),
    buyers: [],
    sold: 0,
    excluded: 0,
    exclusions: [],
    soldManually: { listed: 0, all: 0 },
  };
  const seen = new Uint8Array(totalNumbers + 1);
  const places = new Map<string, number>();
  await declareCursor(trx, rifaId);
  for (;;) {
    const { rows } = await sql<ItemRow>`fetch ${sql.lit(ROWS_PER_BATCH)} from sold_cotas`.execute(trx);
    for (const { orderId, lineNo, numbers, userId, excludedFor, isManual, returning } of rows) {
      const returningNow = new Set(returning);
      const out = excludedFor ? numbers : numbers.filter((number) => returningNow.has(number));
      const isOut = new Set(out);
      if (out.length > 0)
        cotas.exclusions.push({ orderId, lineNo, reason: excludedFor ?? 'refund', numbers: out });
      let place = places.get(userId);
      if (place === undefined) {
        place = cotas.buyers.push(userId);
        places.set(userId, place);
      }
      for (const number of numbers) {
        if (seen[number] !== 0) throw new Error(`number ${number} of rifa ${rifaId} was sold twice`);
        seen[number] = 1;
        if (isManual) cotas.soldManually.all += 1;
        if (isOut.has(number)) {
          cotas.excluded += 1;
          continue;
        }
        cotas.holders[number] = place;
        cotas.sold += 1;
        if (!isManual) continue;
        cotas.manual[number] = 1;
        cotas.soldManually.listed += 1;
      }
    }
    if (rows.length < ROWS_PER_BATCH) break;
  }
  await sql`close sold_cotas`.execute(trx);
  for (const { number, recipientId } of await listClaimedGifts(trx, rifaId)) {
    // 0: the order is excluded, so the gift is too. Otherwise the recipient becomes the holder.
    if (cotas.holders[number] === 0) continue;
    const place = places.get(recipientId) ?? cotas.buyers.push(recipientId);
    places.set(recipientId, place);
    cotas.holders[number] = place;
  }
  return cotas;
}

async function declareCursor(trx: Transaction<DB>, rifaId: string): Promise<void> {
  await sql`
    declare sold_cotas no scroll cursor for
    select i.order_id, i.line_no, i.selected_numbers as numbers, o.user_id, ${excludedFor} as excluded_for, exists (
      select from provider_payments p where p.order_id = o.id and p.provider = 'cash'
    ) as is_manual, ${returningNumbers} as returning
    from order_items i join orders o on o.id = i.order_id
    where i.rifa_id = ${sql.lit(rifaId)}::uuid and o.status = 'paid'`.execute(trx);
}
