import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { DB } from '@mare/database/schema.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { TERMS } from '@mare/domain/accounts/terms.ts';
import type { RifaOnSale } from '@mare/domain/checkout/price-cart.ts';
import type { Combo, PriceStep } from '@mare/domain/rifas/prices/price-steps.ts';
import type { PurchasePlan } from '@mare/domain/rifas/prices/purchase-plan.ts';
import type { DeclaredBuyer } from '../accounts/profile/save-buyer-details.ts';
import { createBatchLoader } from '../platform/caching/batch-loader.ts';
import { defineCache } from '../platform/caching/caches.ts';
import type { Platform } from '../platform/platform.ts';

export interface OfferedRifa extends RifaOnSale {
  drawDate: Date;
  salesEndAt: Date;
  /**
   * Whether the buyer may take part, by the profile and the data stated with the order; false while the age is
   * unknown.
   */
  isOpenToBuyer: boolean;
  /** Same value for all rifas. */
  isBuyerVip: boolean;
  /** Whether the CPF of the buyer is known: confirmed, in the profile or stated. Same value for all rifas. */
  isBuyerIdentified: boolean;
  /** Whether the buyer accepted the terms of use in force. Same value for all rifas. */
  hasAcceptedTerms: boolean;
  /** Whether the buyer's cart with this rifa is tracked for abandonment. */
  isCartRecorded: boolean;
  /** Hash of the regulation that a buyer has to accept; empty or null without one. */
  regulationSha256: string | null;
}

interface OfferRequest {
  /** Null for a visitor. */
  userId: string | null;
  rifaIds: readonly string[];
  now: Date;
  stated: DeclaredBuyer;
  countsCotas: boolean;
}

interface RifaRow {
  /** 0-based index of the request. */
  place: number;
  id: string;
  title: string;
  price: string;
  total_numbers: number;
  min_per_order: number;
  cotas_left: number | null;
  max_per_order: number;
  draw_date: Date;
  sales_end_at: Date;
  opens_at: Date | null;
  paused_at: Date | null;
  is_open_to_buyer: boolean;
  is_buyer_vip: boolean;
  is_buyer_identified: boolean;
  has_accepted_terms: boolean;
  is_cart_recorded: boolean;
  price_steps: PriceStep[];
  combos: Combo[];
  purchase_tiers: PurchasePlan[] | null;
  regulation_sha256: string | null;
  choose_numbers: boolean;
  hides_prizes: boolean;
  max_per_person: number | null;
  held_cotas: number | null;
}

const rifasOnSaleLoader = defineCache(({ pool }: Pick<Platform, 'pool'>) =>
  createBatchLoader((requests: OfferRequest[]) => findForAll(pool, requests)),
);

/**
 * The rifas that are on sale now, by id. Concurrent calls share one statement.
 * @param options.stated data that the buyer states with the order; used where the profile lacks it
 * @param options.countsCotas counts the remaining cotas of every rifa, not only where the minimum order depends on
 * them
 */
export function findRifasOnSale(
  platform: Pick<Platform, 'pool' | 'caches' | 'clock'>,
  userId: string | null,
  rifaIds: readonly string[],
  { stated = {}, countsCotas = false }: { stated?: DeclaredBuyer; countsCotas?: boolean } = {},
): Promise<Map<string, OfferedRifa>> {
  return rifasOnSaleLoader(platform).load({
    userId,
    rifaIds: [...new Set(rifaIds)],
    now: platform.clock.now(),
    stated,
    countsCotas,
  });
}

async function findForAll(
  pool: pg.Pool,
  requests: readonly OfferRequest[],
): Promise<Map<string, OfferedRifa>[]> {
  const pairs = requests.flatMap(({ userId, rifaIds, stated, countsCotas }, place) =>
    rifaIds.map((rifaId) => ({ place, userId, rifaId, stated, countsCotas })),
  );
  const { rows } = await pool.query<RifaRow>({
    name: 'find-rifas-on-sale',
    text: `select asked.place, rifas.id, rifas.title, rifas.price, rifas.total_numbers, rifas.min_per_order,
             case when rifas.min_per_order > 1 or asked.counts_cotas then rifas.total_numbers - (
               select coalesce(sum(sold + reserved), 0)::integer from rifa_counters where rifa_id = rifas.id)
             end as cotas_left, rifas.max_per_order, rifas.draw_date, rifas.sales_end_at, rifas.opens_at,
             rifas.paused_at,
             coalesce(profiles.birth_date, asked.birth_date) is not null
               and can_user_participate_in_rifa(profiles.id, rifas.id, asked.city, asked.state, asked.birth_date,
                 asked.cpf)
               as is_open_to_buyer,
             coalesce(profiles.segment = 'vip', false) as is_buyer_vip,
             coalesce(profiles.cpf, asked.cpf) is not null
               or exists (select from persons where id = profiles.person_id) as is_buyer_identified,
             exists (select from terms_acceptances where user_id = profiles.id and version >= $8)
               as has_accepted_terms,
             exists (select from abandoned_cart_tracking as tracked where tracked.user_id = asked.user_id
               and tracked.rifa_id = rifas.id and tracked.recovered_at is null) as is_cart_recorded,
             rifas.choose_numbers, rifas.max_per_person,
             exists (select from instant_prize_seeds where rifa_id = rifas.id) as hides_prizes,
             case when rifas.max_per_person is not null then (
               select cotas from rifa_shares where rifa_id = rifas.id and user_id = profiles.person_id) end as held_cotas,
             rifas.price_steps, rifas.combos, rifas.purchase_tiers, rifa_legal.regulation_sha256
           from unnest($1::integer[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::date[], $7::text[],
               $9::boolean[])
             as asked (place, user_id, rifa_id, city, state, birth_date, cpf, counts_cotas)
           join rifas on rifas.id = asked.rifa_id and rifas.status = 'active'
           left join rifa_legal on rifa_legal.rifa_id = rifas.id
           left join profiles on profiles.id = asked.user_id`,
    values: [
      pairs.map((pair) => pair.place),
      pairs.map((pair) => pair.userId),
      pairs.map((pair) => pair.rifaId),
      pairs.map((pair) => pair.stated.city ?? null),
      pairs.map((pair) => pair.stated.state ?? null),
      pairs.map((pair) => pair.stated.birthDate ?? null),
      pairs.map((pair) => pair.stated.cpf ?? null),
      TERMS.version,
      pairs.map((pair) => pair.countsCotas),
    ],
  });
  const offers = requests.map(() => new Map<string, OfferedRifa>());
  for (const row of rows) {
    const { now } = requests[row.place]!;
    const isOpen =
      row.sales_end_at > now && (row.opens_at === null || row.opens_at <= now) && row.paused_at === null;
    if (isOpen) offers[row.place]!.set(row.id, offeredRifa(row));
  }
  return offers;
}

function offeredRifa(row: RifaRow): OfferedRifa {
  return {
    id: row.id,
    title: row.title,
    drawDate: row.draw_date,
    salesEndAt: row.sales_end_at,
    priceCentavos: centavosFromNumeric(row.price),
    totalNumbers: row.total_numbers,
    minPerOrder: row.min_per_order,
    cotasLeft: row.cotas_left,
    maxPerOrder: row.max_per_order,
    isOpenToBuyer: row.is_open_to_buyer,
    isBuyerVip: row.is_buyer_vip,
    isBuyerIdentified: row.is_buyer_identified,
    hasAcceptedTerms: row.has_accepted_terms,
    isCartRecorded: row.is_cart_recorded,
    choosesNumbers: row.choose_numbers,
    hidesPrizes: row.hides_prizes,
    maxPerPerson: row.max_per_person,
    heldCotas: row.held_cotas ?? 0,
    priceSteps: row.price_steps,
    combos: row.combos,
    plans: row.purchase_tiers,
    regulationSha256: row.regulation_sha256,
  };
}

/** Ids of the rifas in the buyer's tracked carts. */
export function recordedCarts(rifas: ReadonlyMap<string, OfferedRifa>): string[] {
  return [...rifas.values()].filter(({ isCartRecorded }) => isCartRecorded).map(({ id }) => id);
}

/** Message to a buyer about a rifa that is not on sale. The title is empty for one that does not exist. */
export async function findRifaNotOnSale(
  db: Kysely<DB>,
  rifaId: string,
): Promise<{ title: string; pauseReason: string | null }> {
  const rifa = await db
    .selectFrom('rifas')
    .select(['title', 'status', 'pauseReason'])
    .where('id', '=', rifaId)
    .executeTakeFirst();
  return { title: rifa?.title ?? '', pauseReason: rifa?.status === 'active' ? rifa.pauseReason : null };
}
