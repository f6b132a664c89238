import type { ReserveResult } from '../orders/reservation/order-batch-writer.ts';

export type ReservationError =
  | { ok: false; code: 'BUSY' }
  | { ok: false; code: 'RIFA_NOT_ACTIVE'; rifaId: string; title: string }
  | { ok: false; code: 'NOT_ENOUGH_NUMBERS'; rifaId: string; title: string; remaining: number }
  | { ok: false; code: 'OVER_SHARE'; rifaId: string; title: string; max: number; held: number }
  | {
      ok: false;
      code: 'NUMBERS_TAKEN';
      rifaId: string;
      title: string;
      /** Chosen numbers that are taken. */
      numbers: number[];
      totalNumbers: number;
    };

/** The code for the browser, with the title of the rifa. @param rifas all rifas of the order */
export function toReservationError(
  rejected: Extract<ReserveResult, { ok: false }>,
  rifas: ReadonlyMap<string, { title: string; totalNumbers: number }>,
): ReservationError {
  if (rejected.code === 'busy') return { ok: false, code: 'BUSY' };
  const { rifaId } = rejected;
  const { title, totalNumbers } = rifas.get(rifaId)!;
  switch (rejected.code) {
    case 'rifa_not_active':
      return { ok: false, code: 'RIFA_NOT_ACTIVE', rifaId, title };
    case 'numbers_taken':
      return { ok: false, code: 'NUMBERS_TAKEN', rifaId, title, totalNumbers, numbers: rejected.numbers };
    case 'over_share':
      return { ...rejected, code: 'OVER_SHARE', title };
    case 'sold_out':
      return { ok: false, code: 'NOT_ENOUGH_NUMBERS', rifaId, title, remaining: 0 };
    case 'not_enough':
      return { ok: false, code: 'NOT_ENOUGH_NUMBERS', rifaId, title, remaining: rejected.remaining };
  }
}
