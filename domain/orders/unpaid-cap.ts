/**
 * Caps the unpaid cotas of a person, so that reservations which are never paid cannot block a rifa. The cap is a
 * share of the free cotas: it shrinks as a rifa sells out, and with each reservation that the person let lapse. It
 * does not limit a buyer who has already paid at least as much as the cotas are worth.
 */

/** Share of the available cotas that one person may hold unpaid. */
const PERSON_SHARE = 0.1;
/** Minimum cotas of the share. */
export const PERSON_FLOOR = 30;
/** Share of the available cotas that all persons of one network who never paid may hold. */
const NETWORK_SHARE = 0.25;
export const NETWORK_FLOOR = 150;
/** Lapsed reservations count for this long. */
export const LAPSES_COUNT_DAYS = 7;

export interface UnpaidHoldings {
  /** Free cotas of the rifa before the order. */
  free: number;
  /** Unpaid cotas of the rifa that the person holds. */
  unpaid: number;
  /** Value (centavos) of all that the person holds unpaid, in any rifa, without this order. */
  unpaidCentavos: number;
  /** Total that the person has ever paid, without refunds. */
  paidCentavos: number;
  /** Reservations of the last days that ended unpaid, and their value. */
  lapsed: number;
  lapsedCentavos: number;
  /** Paid in the same days. */
  recentlyPaidCentavos: number;
  /** Unpaid cotas of the rifa that persons of the buyer's network hold who never paid; null without a network. */
  networkUnpaid: number | null;
}

/** @returns cotas of the rifa that the person may hold unpaid in all, including those of this order */
export function unpaidCap(holdings: UnpaidHoldings, orderCentavos: number): number {
  const { free, unpaid, unpaidCentavos, paidCentavos, networkUnpaid } = holdings;
  const lapses = countedLapses(holdings);
  const share = Math.max(PERSON_FLOOR, Math.floor((free + unpaid) * PERSON_SHARE));
  if (lapses === 0 && unpaidCentavos + orderCentavos <= paidCentavos) return Math.max(share, free + unpaid);
  const ofPerson = Math.max(1, Math.floor(share / 2 ** lapses));
  if (networkUnpaid === null || paidCentavos > 0) return ofPerson;
  const ofNetwork = Math.max(NETWORK_FLOOR, Math.floor((free + networkUnpaid) * NETWORK_SHARE));
  return Math.min(ofPerson, Math.max(0, ofNetwork - networkUnpaid) + unpaid);
}

/** Lapses are forgiven to a person who paid as much in the same days. */
function countedLapses({ lapsed, lapsedCentavos, recentlyPaidCentavos }: UnpaidHoldings): number {
  return recentlyPaidCentavos >= lapsedCentavos ? 0 : lapsed;
}
