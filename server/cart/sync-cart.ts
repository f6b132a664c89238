/** Replaces the server's copy of a cart with the browser's; creates the session if it is missing. */
import type pg from 'pg';
import type { SyncedCartItem } from '@mare/contract/cart/cart.ts';
import { violatedUnique } from '../platform/database/transaction.ts';
import { toRow } from './person-cart.ts';

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

/** A lost race means that another sync of the same cart was stored, so a few tries suffice. */
const MAX_TRIES = 10;

/** `saved` is the number of items stored. A signed-in caller becomes the session's owner. */
export async function syncCart(pool: pg.Pool, cart: CartToSync): Promise<SyncResult> {
  for (let tryNo = 1; ; tryNo++) {
    const state = await writeChanges(pool, cart).catch((error: unknown) => {
      const constraint = violatedUnique(error);
      if (constraint === ONE_PER_PERSON) return { isOpen: false } as const;
      // Another statement inserted the session or a line first.
      if (constraint?.startsWith('anonymous_cart') && tryNo < MAX_TRIES) return null;
      throw error;
    });
    if (state === null) continue;
    if (!state.isOpen) return { ok: false, code: 'CART_CLOSED' };
    if (state.version !== null) return { ok: true, saved: state.saved, version: state.version };
    if (!state.isExpected) return { ok: false, code: 'VERSION_CONFLICT' };
    if (tryNo === MAX_TRIES) throw new Error(`cart session changed during each of ${MAX_TRIES} syncs`);
  }
}

type CartState =
  | { isOpen: false }
  | {
      isOpen: true;
      /** The stored version is the one that the browser changed. */
      isExpected: boolean;
      saved: number;
      /** Null if nothing was written: unexpected version, or a concurrent statement changed the session meanwhile. */
      version: number | null;
    };

async function writeChanges(pool: pg.Pool, cart: CartToSync): Promise<CartState> {
  const { sessionId, items, version, userId } = cart;
  // Of two lines with one id the first counts.
  const lines = new Map(items.toReversed().map((item) => [item.id, item]));
  const { rows } = await pool.query<{
    open: boolean;
    expected: boolean;
    saved: number;
    version: number | null;
  }>({
    name: 'sync-cart',
    text: SYNC,
    values: [sessionId, userId, version ?? null, JSON.stringify([...lines.values()].map(toRow))],
  });
  const row = rows[0]!;
  if (!row.open) return { isOpen: false };
  return { isOpen: true, isExpected: row.expected, saved: row.saved, version: row.version };
}

/**
 * Writes only lines that differ, and nothing if none does. All parts see the cart as it was when the statement began; the
 * update of the session therefore requires the version read then. Separate inserts and updates write less log than `on
 * conflict`.
 */
const SYNC = `
  with before as (
    select version, user_id, user_id is null and $2::uuid is not null as gains_owner,
      status = 'active' and expires_at > now() and (user_id is null or user_id is not distinct from $2::uuid) as open,
      $3::integer is null or version = $3::integer as expected
    from anonymous_cart_sessions where session_id = $1::text
  ), stored as (
    select * from anonymous_cart_items where session_id = $1::text
  ), sent as (
    select line.id, "rifaId" as rifa_id, quantity, tier, "bonusQuantity" as bonus_quantity, chosen,
      "selectedNumbers" as selected_numbers, "rifaData" as rifa_data, "addedAt" as added_at
    from jsonb_to_recordset($4::jsonb) as line (
      id uuid, "rifaId" uuid, quantity integer, tier text, "bonusQuantity" integer, chosen boolean,
      "selectedNumbers" integer[], "rifaData" jsonb, "addedAt" timestamptz)
    where exists (select from rifas where rifas.id = "rifaId")
      -- Never overwrite a line of another session.
      and not exists (select from anonymous_cart_items other where other.id = line.id and session_id <> $1::text)
  ), changed as (
    select sent.*, stored.id is null as is_new from sent left join stored on stored.id = sent.id
    where stored.id is null
      or (stored.rifa_id, stored.quantity, stored.tier, stored.bonus_quantity, stored.chosen, stored.selected_numbers,
          stored.rifa_data, stored.added_at)
        is distinct from (sent.rifa_id, sent.quantity, sent.tier, sent.bonus_quantity, sent.chosen,
          sent.selected_numbers, sent.rifa_data, sent.added_at)
  ), gone as (
    select id from stored where not exists (select from sent where sent.id = stored.id)
  ), updated as (
    update anonymous_cart_sessions as session
    set version = session.version + 1, last_updated = now(), user_id = coalesce(session.user_id, $2::uuid)
    from before
    where session.session_id = $1::text and session.version = before.version and session.status = 'active'
      and session.user_id is not distinct from before.user_id and before.open and before.expected
      and (before.gains_owner or exists (select from changed) or exists (select from gone))
    returning session.version
  ), created as (
    insert into anonymous_cart_sessions (session_id, user_id)
    select $1::text, $2::uuid where not exists (select from before)
    returning version
  ), written as (
    select version from updated union all select version from created
  ), deleted as (
    delete from anonymous_cart_items where session_id = $1::text and id in (select id from gone)
      and exists (select from written)
  ), replaced as (
    update anonymous_cart_items as line
    set rifa_id = changed.rifa_id, quantity = changed.quantity, tier = changed.tier,
      bonus_quantity = changed.bonus_quantity, chosen = changed.chosen, selected_numbers = changed.selected_numbers,
      rifa_data = changed.rifa_data, added_at = changed.added_at
    from changed
    where line.id = changed.id and not changed.is_new and exists (select from written)
  ), added as (
    insert into anonymous_cart_items (id, session_id, rifa_id, quantity, tier, bonus_quantity, chosen, selected_numbers,
      rifa_data, added_at)
    select id, $1::text, rifa_id, quantity, tier, bonus_quantity, chosen, selected_numbers, rifa_data, added_at
    from changed where is_new and exists (select from written)
  )
  select coalesce((select open from before), true) as open, coalesce((select expected from before), true) as expected,
    (select count(*) from sent)::integer as saved,
    coalesce((select version from written),
      (select version from before where not gains_owner and not exists (select from changed)
        and not exists (select from gone))) as version`;
