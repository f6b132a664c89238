import type { Kysely } from 'kysely';
import {
  FINANCE_KINDS,
  type FinanceEntry,
  type FinanceFigures,
  type FinanceKind,
  type FinanceReport,
} from '@mare/contract/admin/finance.ts';
import { findLedgerProof } from '../../ledger/ledger-proof.ts';
import type { DB } from '@mare/database/schema.ts';
import {
  type FinancePeriod,
  type FinanceSums,
  selectDays,
  selectEntries,
  selectRifas,
  selectUnbalanced,
} from './finance.queries.ts';

const DAY_MS = 86_400_000;
const LISTED = 200;

/** Reads everything in one snapshot, so that the sums agree with each other. */
export function readFinance(db: Kysely<DB>, period: FinancePeriod): Promise<FinanceReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const days = await selectDays(trx, period);
      const before = await selectDays(trx, periodBefore(period));
      const rifas = await selectRifas(trx, period);
      return {
        total: figuresOf(days),
        before: figuresOf(before),
        days: days.map(({ day, ...sums }) => ({ day, ...figuresOf([sums]) })),
        rifas: rifas.map((rifa) => ({ ...rifa, result: rifa.sales - rifa.refunds })),
        unbalanced: await selectUnbalanced(trx, period),
        proof: await readProof(trx),
      };
    });
}

async function readProof(db: Kysely<DB>): Promise<FinanceReport['proof']> {
  const proof = await findLedgerProof(db);
  return proof && { ...proof, provedAt: proof.provedAt.toISOString() };
}

export async function listFinanceEntries(
  db: Kysely<DB>,
  { kind, rifaId, ...period }: FinancePeriod & { kind: FinanceKind; rifaId?: string },
): Promise<{ entries: FinanceEntry[]; isCut: boolean }> {
  const entries = await selectEntries(db, period, { kind, rifaId: rifaId ?? null, limit: LISTED + 1 });
  return { entries: entries.slice(0, LISTED), isCut: entries.length > LISTED };
}

/** As many days, ending on the day before. */
export function periodBefore({ from, to }: FinancePeriod): FinancePeriod {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { from: day(2 * first - last - DAY_MS), to: day(first - DAY_MS) };
}

function figuresOf(sums: readonly FinanceSums[]): FinanceFigures {
  const total = Object.fromEntries(
    FINANCE_KINDS.map((kind) => [kind, sums.reduce((sum, one) => sum + one[kind], 0)]),
  ) as FinanceSums;
  const { sales, refunds, fees, chargebacks, commissions } = total;
  return { ...total, result: sales - refunds - fees - chargebacks - commissions };
}
