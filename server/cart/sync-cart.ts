/** Replaces the server's copy of a cart with the browser's; creates the session if it is missing. */
import { sql, type Transaction } from 'kysely';
import type { SyncedCartItem } from '@mare/contract/cart/cart.ts';
import type { Database } from '@mare/database/connect.ts';
import type { DB } from '@mare/database/schema.ts';
import { violatedUnique } from '../platform/database/transaction.ts';
import { writeCartLines } from './person-cart.ts';

interface CartToSync {
  sessionId: string;
  items: SyncedCartItem[];
  /** The version that the browser changed; undefined replaces any. */
  version?: number;
  userId: string | null;
}

type SyncResult =
  | { ok: true; saved: number; version: number }
  /** `CART_CLOSED`: migrated, expired or of another user. `VERSION_CONFLICT`: changed by another device. */
  | { ok: false; code: 'CART_CLOSED' | 'VERSION_CONFLICT' };

/** One active cart per person; see migration 0320. */
const ONE_PER_PERSON = 'anonymous_cart_one_per_person';

/** `saved` is the number of items stored. A signed-in caller becomes the session's owner. */
export async function syncCart(db: Database, cart: CartToSync): Promise<SyncResult> {
  try {
    return await db.transaction().execute(async (trx) => {
      const open = await openSession(trx, cart);
      if (!open) return { ok: false, code: await whyClosed(trx, cart) };
      const saved = await writeCartLines(trx, cart.sessionId, cart.items);
      return { ok: true, saved, version: open.version };
    });
  } catch (error) {
    if (violatedUnique(error) === ONE_PER_PERSON) return { ok: false, code: 'CART_CLOSED' };
    throw error;
  }
}

function openSession(trx: Transaction<DB>, { sessionId, version, userId }: CartToSync) {
  return trx
    .insertInto('anonymousCartSessions')
    .values({ sessionId, userId })
    .onConflict((conflict) =>
      conflict
        .column('sessionId')
        .doUpdateSet({
          lastUpdated: sql`now()`,
          userId: sql`coalesce(anonymous_cart_sessions.user_id, ${userId})`,
          version: sql`anonymous_cart_sessions.version + 1`,
        })
        .where('anonymousCartSessions.status', '=', 'active')
        .where('anonymousCartSessions.expiresAt', '>', sql<Date>`now()`)
        .where((eb) =>
          eb.and(version === undefined ? [] : [eb('anonymousCartSessions.version', '=', version)]),
        )
        .where((eb) =>
          eb.or([
            eb('anonymousCartSessions.userId', 'is', null),
            ...(userId ? [eb('anonymousCartSessions.userId', '=', userId)] : []),
          ]),
        ),
    )
    .returning('version')
    .executeTakeFirst();
}

async function whyClosed(
  trx: Transaction<DB>,
  { sessionId, version, userId }: CartToSync,
): Promise<'CART_CLOSED' | 'VERSION_CONFLICT'> {
  if (version === undefined || userId === null) return 'CART_CLOSED';
  const own = await trx
    .selectFrom('anonymousCartSessions')
    .select('version')
    .where('sessionId', '=', sessionId)
    .where('userId', '=', userId)
    .where('status', '=', 'active')
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return own ? 'VERSION_CONFLICT' : 'CART_CLOSED';
}
