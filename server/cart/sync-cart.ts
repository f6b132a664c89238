/**
 * Replaces the server's copy of a cart with the browser's; creates the session if it is missing. Concurrent syncs share one
 * statement (group commit).
 */
import type pg from 'pg';
import type { SyncedCartItem } from '@mare/contract/cart/cart.ts';
import { createBatchLoader } from '../platform/caching/batch-loader.ts';
import { defineCache } from '../platform/caching/caches.ts';
import { violatedUnique } from '../platform/database/transaction.ts';
import type { Platform } from '../platform/platform.ts';
import { toRow } from './person-cart.ts';
import { SYNC_CARTS, type SyncedSession } from './sync-carts.queries.ts';

interface CartToSync {
  sessionId: string;
  items: SyncedCartItem[];
  /** The version that the browser changed; undefined replaces any. */
  version?: number;
  userId: string | null;
}

type SyncResult =
  | { ok: true; saved: number; version: number; recorded: boolean }
  /** `CART_CLOSED`: migrated, expired or of another user. `VERSION_CONFLICT`: changed by another device. */
  | { ok: false; code: 'CART_CLOSED' | 'VERSION_CONFLICT' };

/** One active cart per person; see migration 0320. */
const ONE_PER_PERSON = 'anonymous_cart_one_per_person';

/** A lost race means that another process stored a sync of the same cart, so a few tries suffice. */
const MAX_TRIES = 10;

const cartWriter = defineCache(({ pool }: Pick<Platform, 'pool'>) =>
  createBatchLoader((carts: CartToSync[]) => writeCarts(pool, carts), { size: 64 }),
);

/**
 * `saved` is the number of stored items. `recorded` is true if the caller consents to cart tracking or has tracked
 * carts. A signed-in caller becomes the session's owner.
 */
export async function syncCart(
  platform: Pick<Platform, 'pool' | 'caches'>,
  cart: CartToSync,
): Promise<SyncResult> {
  for (let tryNo = 1; tryNo <= MAX_TRIES; tryNo++)
    try {
      const { open, expected, saved, version, recorded } = await cartWriter(platform).load(cart);
      if (!open) return { ok: false, code: 'CART_CLOSED' };
      if (version !== null) return { ok: true, saved, version, recorded };
      if (!expected) return { ok: false, code: 'VERSION_CONFLICT' };
    } catch (error) {
      const constraint = violatedUnique(error);
      if (constraint === ONE_PER_PERSON) return { ok: false, code: 'CART_CLOSED' };
      // Otherwise another process inserted the session or a line first.
      if (!constraint?.startsWith('anonymous_cart')) throw error;
    }
  throw new Error(`cart session changed during each of ${MAX_TRIES} syncs`);
}

async function writeCarts(pool: pg.Pool, carts: readonly CartToSync[]): Promise<SyncedSession[]> {
  const states = new Map<CartToSync, SyncedSession>();
  // Syncs of the same cart run in sequence: each needs its own statement.
  for (let left = carts; left.length > 0; left = left.filter((cart) => !states.has(cart))) {
    const bySession = new Map(left.toReversed().map((cart) => [cart.sessionId, cart]));
    const round = [...bySession.values()];
    const { rows } = await pool.query<SyncedSession>({
      name: 'sync-carts',
      text: SYNC_CARTS,
      values: [
        round.map(({ sessionId }) => sessionId),
        round.map(({ userId }) => userId),
        round.map(({ version }) => version ?? null),
        JSON.stringify(round.flatMap(linesOf)),
      ],
    });
    for (const row of rows) states.set(bySession.get(row.sessionId)!, row);
  }
  return carts.map((cart) => states.get(cart)!);
}

/** Keeps the first of two lines with the same id. */
function linesOf({ sessionId, items }: CartToSync) {
  const lines = new Map(items.toReversed().map((item) => [item.id, item]));
  return [...lines.values()].map((item) => ({ ...toRow(item), sessionId }));
}
