import type { GroupRejection } from '../../orders/reservation/group-tally.ts';
import type { ReserveResult } from '../../orders/reservation/reserve-request.ts';

export type ReservationError =
  | { ok: false; code: 'BUSY' | 'KEY_REUSED' }
  | { ok: false; code: 'ACCOUNT_CLOSED' }
  | { ok: false; code: 'OPEN_ORDER' }
  | { ok: false; code: 'GROUP_REJECTED'; reason: GroupRejection['reason'] }
  | { ok: false; code: 'RIFA_NOT_ACTIVE'; rifaId: string; title: string; pauseReason: string | null }
  | { ok: false; code: 'NOT_ENOUGH_NUMBERS'; rifaId: string; title: string; remaining: number }
  | { ok: false; code: 'PURCHASE_LIMIT_EXCEEDED'; rifaId: string; title: string; max: number; held: number }
  | { ok: false; code: 'UNPAID_LIMIT'; rifaId: string; title: string; allowed: number; unpaid: number }
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
  if (rejected.code === 'BUSY' || rejected.code === 'KEY_REUSED') return { ok: false, code: rejected.code };
  if (rejected.code === 'ACCOUNT_CLOSED') return { ok: false, code: 'ACCOUNT_CLOSED' };
  if (rejected.code === 'OPEN_ORDER') return { ok: false, code: 'OPEN_ORDER' };
  if (rejected.code === 'GROUP_REJECTED')
    return { ok: false, code: 'GROUP_REJECTED', reason: rejected.reason };
  const { rifaId } = rejected;
  const { title, totalNumbers } = rifas.get(rifaId)!;
  switch (rejected.code) {
    case 'RIFA_NOT_ACTIVE':
      return { ok: false, code: 'RIFA_NOT_ACTIVE', rifaId, title, pauseReason: null };
    case 'NUMBERS_TAKEN':
      return { ok: false, code: 'NUMBERS_TAKEN', rifaId, title, totalNumbers, numbers: rejected.numbers };
    case 'PURCHASE_LIMIT_EXCEEDED':
      return { ...rejected, code: 'PURCHASE_LIMIT_EXCEEDED', title };
    case 'UNPAID_LIMIT':
      return { ...rejected, code: 'UNPAID_LIMIT', title };
    case 'SOLD_OUT':
      return { ok: false, code: 'NOT_ENOUGH_NUMBERS', rifaId, title, remaining: 0 };
    case 'NOT_ENOUGH':
      return { ok: false, code: 'NOT_ENOUGH_NUMBERS', rifaId, title, remaining: rejected.remaining };
  }
}
