import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { endOfSales, type UnsoldPolicy } from '@mare/domain/rifas/lifecycle/end-of-sales.ts';

export interface EndOfSales {
  /** What the declared policy does with the cotas paid by now. */
  end: UnsoldPolicy;
  /** Whether payments of reserved cotas can still change that. */
  isOpen: boolean;
  minPercent: number;
  /** Paid cotas. */
  soldNumbers: number;
  salesEndAt: Date;
  drawDate: Date;
}

/** @returns null for a rifa that is not on sale */
export async function readEndOfSales(db: Kysely<DB>, rifaId: string): Promise<EndOfSales | null> {
  const { rows } = await sql<{
    policy: UnsoldPolicy;
    minPercent: number;
    totalNumbers: number;
    postponements: number;
    salesEndAt: Date;
    drawDate: Date;
    soldNumbers: number;
    reservedNumbers: number;
  }>`
    select unsold_policy as policy, unsold_min_percent as min_percent, total_numbers, postponements,
      sales_end_at, draw_date,
      coalesce(sum(counters.sold), 0)::integer as sold_numbers,
      coalesce(sum(counters.reserved), 0)::integer as reserved_numbers
    from rifas left join rifa_counters as counters on counters.rifa_id = rifas.id
    where rifas.id = ${rifaId} and status = 'active'
    group by rifas.id`.execute(db);
  const rifa = rows[0];
  if (!rifa) return null;
  const end = endOfSales(rifa);
  const withReserved = rifa.soldNumbers + rifa.reservedNumbers;
  return {
    end,
    isOpen: end !== endOfSales({ ...rifa, soldNumbers: withReserved }),
    minPercent: rifa.minPercent,
    soldNumbers: rifa.soldNumbers,
    salesEndAt: rifa.salesEndAt,
    drawDate: rifa.drawDate,
  };
}
