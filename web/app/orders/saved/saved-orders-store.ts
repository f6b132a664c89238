/** Cached orders, cotas and vouchers of the signed-in buyer for offline use: only in this browser, deleted at sign-out. */
import type { Holding, Order } from '@mare/contract/orders/orders.ts';
import type { OwnVoucher } from '@mare/contract/partners/vouchers.ts';
import { isSecondFactorPending, OWN_NUMBERS_KEY, storedSession } from '../../session/session.ts';
import { queries } from '../../api.ts';

export interface Lists {
  /** First page of each list. */
  holdings: Holding[];
  orders: Order[];
  /** As last seen on their page. */
  vouchers: OwnVoucher[];
}

/** A list that this device has never read is absent. */
export interface OwnNumbers extends Partial<Lists> {
  userId: string;
  /** When each list was read, ISO 8601. */
  keptAt: Partial<Record<keyof Lists, string>>;
}

export interface SavedList<Part extends keyof Lists> {
  rows: Lists[Part];
  /** ISO 8601. */
  keptAt: string;
}

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
  const saved = JSON.parse(text) as OwnNumbers | SavedTogether;
  const { userId, holdings, orders, vouchers, keptAt } = isTogether(saved) ? separate(saved) : saved;
  return {
    userId,
    keptAt,
    ...(holdings && { holdings: holdings.map((holding) => ({ ...DEFAULT_HOLDING_FIELDS, ...holding })) }),
    ...(orders && { orders }),
    ...(vouchers && { vouchers }),
  };
}

/** Data cached by an earlier version: one moment, and an empty list if it was never read. */
type SavedTogether = Partial<Lists> & { userId: string; keptAt: string };

const isTogether = (saved: OwnNumbers | SavedTogether): saved is SavedTogether =>
  typeof saved.keptAt === 'string';

function separate({ userId, keptAt, ...lists }: SavedTogether): OwnNumbers {
  const known = Object.entries(lists).filter(([, rows]) => rows.length > 0);
  return {
    userId,
    ...Object.fromEntries(known),
    keptAt: Object.fromEntries(known.map(([part]) => [part, keptAt])),
  };
}

/** Null if this device has never read the list. */
export function savedList<Part extends keyof Lists>(
  saved: OwnNumbers | null,
  part: Part,
): SavedList<Part> | null {
  const [rows, keptAt] = [saved?.[part], saved?.keptAt[part]];
  return rows && keptAt ? { rows: rows as Lists[Part], keptAt } : null;
}

/** Refetches unless that happened after `since` (ms since 1970). */
export async function refreshOwnNumbers(since = Date.now() - REFRESH_AFTER_MS): Promise<void> {
  const session = storedSession();
  // Before the second factor the server treats the session as a visitor.
  if (!session || isSecondFactorPending(session)) return;
  const userId = session.user.id;
  const saved = readOwnNumbers();
  const isFresh = (part: keyof Lists) => Date.parse(savedList(saved, part)?.keptAt ?? '') > since;
  if (isFresh('holdings') && isFresh('orders')) return;
  const [{ holdings }, { orders }] = await Promise.all([
    queries.orders.holdings.call({}),
    queries.orders.mine.call({}),
  ]);
  // The buyer may have signed out.
  if (storedSession()?.user.id === userId) saveOwnNumbers({ holdings, orders });
}

/** Replaces cached lists by those of a fresh response. */
export function saveOwnNumbers({ orders, ...part }: Partial<Lists>): void {
  const userId = storedSession()?.user.id;
  if (!userId) return;
  const before = readOwnNumbers();
  const read: Partial<Lists> = { ...part, ...(orders && { orders: orders.map(shortened) }) };
  const now = new Date().toISOString();
  const moments = Object.fromEntries(Object.keys(read).map((name) => [name, now]));
  const saved: OwnNumbers = { ...before, ...read, userId, keptAt: { ...before?.keptAt, ...moments } };
  try {
    window.localStorage.setItem(OWN_NUMBERS_KEY, JSON.stringify(saved));
  } catch {
    // Storage is full or blocked: no offline data.
  }
}

function readOwnNumbers(): OwnNumbers | null {
  const saved = storedOwnNumbers();
  return saved ? parseOwnNumbers(saved) : null;
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
