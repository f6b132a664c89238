import { type Kysely, sql, type Transaction } from 'kysely';
import type { NewBoost } from '@mare/contract/rifas/rifa-boost.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { type BoostedRifa, couponSentence, nextBoostFrom } from '@mare/domain/rifas/live/boost.ts';
import { findLastBoost } from '../../campaigns/boosts/list-boosts.ts';
import { startBoost } from '../../campaigns/boosts/start-boost.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>;

/** Creates a coupon for one rifa. Rifas must not import checkout: the composition root injects the use case. */
export type AddCoupon = (
  trx: Transaction<DB>,
  platform: Deps,
  by: PanelUser,
  coupon: { code: string; percent: number; rifaId: string; expiresAt: Date },
) => Promise<{ ok: true } | { ok: false; code: 'COUPON_EXISTS' }>;

export type BoostResult =
  | { ok: true; campaignId: string }
  | { ok: false; code: 'NOT_FOUND' | 'COUPON_EXISTS' }
  | { ok: false; code: 'RIFA_STATE'; status: string }
  | { ok: false; code: 'BOOST_TOO_SOON'; from: Date };

/** Announces a rifa on sale, at most once a day. The row lock serialises concurrent announcements. */
export function boostRifa(
  platform: Deps,
  by: PanelUser,
  { id, subject, message, coupon }: NewBoost & { id: string },
  addCoupon: AddCoupon,
): Promise<BoostResult> {
  return platform.db.transaction().execute(async (trx) => {
    const now = platform.clock.now();
    await trx.selectFrom('rifas').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    const rifa = await findRifaToBoost(trx, id, now);
    if (!rifa) return { ok: false, code: 'NOT_FOUND' };
    if (rifa.blockedBy !== null) return { ok: false, code: 'RIFA_STATE', status: rifa.blockedBy };
    const last = await findLastBoost(trx, id);
    const from = last && nextBoostFrom(last);
    if (from && from > now) return { ok: false, code: 'BOOST_TOO_SOON', from };
    let body = message;
    if (coupon) {
      const { code, percent, hours } = coupon;
      const until = new Date(Math.min(now.getTime() + hours * 3_600_000, rifa.salesEndAt.getTime()));
      const added = await addCoupon(trx, platform, by, { code, percent, rifaId: id, expiresAt: until });
      if (!added.ok) return added;
      body = `${message}\n\n${couponSentence({ code, percent, until }, '**')}`;
    }
    const couponCode = coupon?.code ?? null;
    const campaignId = await startBoost(trx, platform, by, { rifa, subject, body, couponCode });
    return { ok: true, campaignId };
  });
}

export interface RifaToBoost extends BoostedRifa {
  id: string;
  salesEndAt: Date;
  shortCode: string;
  /** Why it sells nothing now; null: it sells. */
  blockedBy: string | null;
}

/** @returns null for a draft */
export async function findRifaToBoost(
  db: Kysely<DB> | Transaction<DB>,
  id: string,
  now: Date,
): Promise<RifaToBoost | null> {
  const { rows } = await sql<Omit<RifaToBoost, 'priceCentavos'> & { price: string }>`
    select id, title, total_numbers, price, draw_date, sales_end_at, short_code, (total_numbers - sold)::integer as "left",
      case when status <> 'active' then status when paused_at is not null then 'paused'
        when coalesce(opens_at > ${now}, false) then 'scheduled' when sales_end_at <= ${now} then 'closed'
        when sold >= total_numbers then 'sold_out' end as blocked_by
    from rifas, lateral (select coalesce(sum(rifa_counters.sold), 0) as sold from rifa_counters where rifa_id = rifas.id) as counted
    where id = ${id} and status <> 'draft'`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { price, ...rifa } = row;
  return { ...rifa, priceCentavos: centavosFromNumeric(price) };
}
