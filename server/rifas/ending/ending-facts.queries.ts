import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { PrizeState } from '@mare/domain/draws/prizes/prize-state.ts';
import type { EndingFacts } from '@mare/domain/rifas/ending/ending-steps.ts';
import type { RifaStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { findOpenApprovals } from '../../approvals/read-approvals.ts';
import { PROMOTION_REPORT_EXPORTED } from '../promotion-report/record-report-export.ts';

interface FactsRow extends Omit<EndingFacts, 'result' | 'resultEffectiveAt' | 'winners'> {
  id: string;
  title: string;
  status: RifaStatus;
  resultId: string | null;
  resultState: 'pending' | 'confirmed' | null;
  winners: { state: PrizeState; claimUntil: string; wasContacted: boolean; hasPublicPhoto: boolean }[];
}

export interface RifaEnding {
  id: string;
  title: string;
  facts: EndingFacts;
}

/** Stored facts about the end of these rifas. */
export async function findEndings(db: Kysely<DB>, rifaIds: readonly string[]): Promise<RifaEnding[]> {
  const { rows } = await sql<FactsRow>`
    select r.id, r.title, r.status, r.sales_end_at, r.closed_at, r.draw_date, r.books_closed_at,
      case when r.status = 'closed' and l.rifa_id is null then (
        select count(distinct o.id)::integer from order_items i join orders o on o.id = i.order_id
        where i.rifa_id = r.id and o.status = 'pending') else 0 end as pending_orders,
      l.frozen_at, seal.sealed_at,
      coalesce((select max(number) from lottery_extractions) >= seal.extraction, false) as has_run,
      result.id as result_id, result.state as result_state,
      (select max(drawn_at) from draws where rifa_id = r.id) as drawn_at,
      (select max(created_at) from activity_logs
       where action = ${PROMOTION_REPORT_EXPORTED} and entity_type = 'rifa' and entity_id = r.id::text
         and created_at >= (select max(drawn_at) from draws where rifa_id = r.id)) as report_exported_at,
      (select coalesce(json_agg(json_build_object(
          'state', claim.state,
          'claimUntil', claim.claim_until,
          'wasContacted', claim.claimed_at is not null
            or exists (select from prize_contacts where winner_id = winner.id),
          'hasPublicPhoto', exists (
            select from prize_photos photo join photo_consents consent
              on consent.winner_id = photo.winner_id and consent.photo_id = photo.photo_id
            where photo.winner_id = winner.id and consent.withdrawn_at is null))), '[]')
       from rifa_winners winner join prize_claims claim on claim.winner_id = winner.id
       where winner.rifa_id = r.id) as winners
    from rifas r
    left join draw_lists l on l.rifa_id = r.id
    left join lateral (select * from draw_seals where rifa_id = r.id order by version desc limit 1) seal on true
    left join lateral (
      select id, state from lottery_results
      where extraction >= seal.extraction and state in ('pending', 'confirmed')
      order by extraction, state limit 1) result on true
    where r.id = any (${rifaIds}::uuid[])`.execute(db);
  const approvals = await findOpenApprovals(
    db,
    rows.flatMap(({ resultId, resultState }) => (resultId && resultState === 'pending' ? [resultId] : [])),
  );
  return rows.map(({ id, title, resultId, resultState, winners, ...stored }) => ({
    id,
    title,
    facts: {
      ...stored,
      result: resultState ?? 'none',
      resultEffectiveAt: approvals.get(resultId ?? '')?.effectiveAt ?? null,
      winners: winners.map((winner) => ({ ...winner, claimUntil: new Date(winner.claimUntil) })),
    },
  }));
}
