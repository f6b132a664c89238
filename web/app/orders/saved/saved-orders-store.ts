/** Cached orders, cotas and vouchers of the signed-in buyer for offline use: only in this browser, deleted at sign-out. */
import type { Holding, Order } from '@mare/contract/orders/orders.ts';
import type { OwnVoucher } from '@mare/contract/partners/vouchers.ts';
import { isSecondFactorPending, OWN_NUMBERS_KEY, storedSession } from '../../session/session.ts';
import { queries } from '../../api.ts';

export interface OwnNumbers {
  userId: string;
  /** ISO 8601. */
  keptAt: string;
  /** First page of each list. */
  holdings: Holding[];
  orders: Order[];
  /** As last seen on their page. */
  vouchers: OwnVoucher[];
}

const NOTHING: Lists = { holdings: [], orders: [], vouchers: [] };
/** Defaults for data cached before gifts, excluded cotas or disputes were part of it. */
const DEFAULT_HOLDING_FIELDS: Pick<
  Holding,
  'received' | 'givenAway' | 'leftOut' | 'leftOutForRefund' | 'disputed'
> = {
  received: [],
  givenAway: 0,
  leftOut: 0,
  leftOutForRefund: 0,
  disputed: 0,
};
/** Per order; the receipt has the rest. */
const MAX_NUMBERS_SAVED = 100;
const REFRESH_AFTER_MS = 6 * 60 * 60 * 1000;

type Lists = Pick<OwnNumbers, 'holdings' | 'orders' | 'vouchers'>;

/** Serialised for comparison; null without cached data of the signed-in buyer. */
export function storedOwnNumbers(): string | null {
  try {
    const text = window.localStorage.getItem(OWN_NUMBERS_KEY);
    return text && parseOwnNumbers(text).userId === storedSession()?.user.id ? text : null;
  } catch {
    return null;
  }
}

export function parseOwnNumbers(text: string): OwnNumbers {
  const saved = JSON.parse(text) as OwnNumbers;
  return {
    ...NOTHING,
    ...saved,
    holdings: saved.holdings.map((holding) => ({ ...DEFAULT_HOLDING_FIELDS, ...holding })),
  };
}

/** Refetches unless that happened after `since` (ms since 1970). */
export async function refreshOwnNumbers(since = Date.now() - REFRESH_AFTER_MS): Promise<void> {
  const session = storedSession();
  // Before the second factor the server treats the session as a visitor.
  if (!session || isSecondFactorPending(session)) return;
  const userId = session.user.id;
  const saved = storedOwnNumbers();
  if (saved && Date.parse(parseOwnNumbers(saved).keptAt) > since) return;
  const [{ holdings }, { orders }] = await Promise.all([
    queries.orders.holdings.call({}),
    queries.orders.mine.call({}),
  ]);
  const vouchers = saved ? parseOwnNumbers(saved).vouchers : [];
  writeOwnNumbers(userId, { holdings, orders: orders.map(shortened), vouchers });
}

/** Replaces cached data by a fresh response. */
export function saveOwnNumbers(part: Partial<Lists>): void {
  const userId = storedSession()?.user.id;
  const saved = storedOwnNumbers();
  if (!userId) return;
  const before = saved ? parseOwnNumbers(saved) : NOTHING;
  const { holdings, orders, vouchers } = { ...before, ...part };
  writeOwnNumbers(userId, { holdings, orders: orders.map(shortened), vouchers });
}

function shortened(order: Order): Order {
  return {
    ...order,
    items: order.items.map((item) => ({
      ...item,
      selectedNumbers: item.selectedNumbers.slice(0, MAX_NUMBERS_SAVED),
    })),
  };
}

/** Discards data if the buyer signed out. */
function writeOwnNumbers(userId: string, read: Lists): void {
  if (storedSession()?.user.id !== userId) return;
  const saved: OwnNumbers = { userId, keptAt: new Date().toISOString(), ...read };
  try {
    window.localStorage.setItem(OWN_NUMBERS_KEY, JSON.stringify(saved));
  } catch {
    // Storage is full or blocked: no offline data.
  }
}
