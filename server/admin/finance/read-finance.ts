import type { Kysely } from 'kysely';
import type { FinanceEntry, FinanceFigures, FinanceReport } from '@mare/contract/admin/finance.ts';
import type { FinanceKind } from '@mare/domain/admin/finance-figures.ts';
import { findLedgerProof } from '../../ledger/ledger-proof.ts';
import type { DB } from '@mare/database/schema.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import {
  byKind,
  type FinancePeriod,
  type FinanceSums,
  NOTHING,
  selectDays,
  selectEntries,
  selectRecordedLater,
  selectRifas,
  selectUnbalanced,
} from './finance.queries.ts';
import { selectSharedOut, type SharedCost } from './rifa-shares.queries.ts';

const DAY_MS = 86_400_000;
const LISTED = 200;

export function readFinance(db: Kysely<DB>, period: FinancePeriod): Promise<FinanceReport> {
  return inSnapshot(db, async (trx) => {
    const days = await selectDays(trx, period);
    const before = await selectDays(trx, periodBefore(period));
    const total = figuresOf(days);
    const rifas = withShares(await selectRifas(trx, period), await selectSharedOut(trx, period));
    return {
      total,
      before: figuresOf(before),
      days: days.map(({ day, ...sums }) => ({ day, ...figuresOf([sums]) })),
      rifas: rifas
        .map(({ rifaId, title, ...sums }) => ({ rifaId, title, ...figuresOf([sums]) }))
        .toSorted((a, b) => b.sales - a.sales || a.rifaId.localeCompare(b.rifaId)),
      ofNoRifa: figuresOf([lessThan(total, rifas)]),
      recordedLater: await readRecordedLater(trx, period),
      unbalanced: await selectUnbalanced(trx, period),
      proof: await readProof(trx),
    };
  });
}

async function readProof(db: Kysely<DB>): Promise<FinanceReport['proof']> {
  const proof = await findLedgerProof(db);
  return proof && { ...proof, provedAt: proof.provedAt.toISOString() };
}

async function readRecordedLater(
  db: Kysely<DB>,
  period: FinancePeriod,
): Promise<FinanceReport['recordedLater']> {
  const later = await selectRecordedLater(db, period);
  return (
    later && {
      latestAt: later.latestAt.toISOString(),
      figures: figuresOf([later.sums]),
    }
  );
}

export async function listFinanceEntries(
  db: Kysely<DB>,
  { kind, rifaId, ...period }: FinancePeriod & { kind: FinanceKind; rifaId?: string },
): Promise<{ entries: FinanceEntry[]; isCut: boolean }> {
  const entries = await selectEntries(db, period, { kind, rifaId: rifaId ?? null, limit: LISTED + 1 });
  return { entries: entries.slice(0, LISTED), isCut: entries.length > LISTED };
}

/** The preceding period of equal length. @returns days, both included */
export function periodBefore({ from, to }: FinancePeriod): FinancePeriod {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { from: day(2 * first - last - DAY_MS), to: day(first - DAY_MS) };
}

type OfRifa = FinanceSums & { rifaId: string; title: string };

/** Adds each rifa's share of fees, charge-backs and commissions. */
function withShares(rifas: OfRifa[], shares: readonly SharedCost[]): OfRifa[] {
  const byId = new Map(rifas.map((rifa) => [rifa.rifaId, rifa]));
  for (const { rifaId, title, kind, centavos } of shares) {
    const rifa = byId.get(rifaId) ?? { rifaId, title, ...NOTHING };
    byId.set(rifaId, { ...rifa, [kind]: rifa[kind] + centavos });
  }
  return [...byId.values()];
}

function lessThan(total: FinanceSums, parts: readonly FinanceSums[]): FinanceSums {
  return byKind((kind) => parts.reduce((left, part) => left - part[kind], total[kind]));
}

function figuresOf(sums: readonly FinanceSums[]): FinanceFigures {
  const total = byKind((kind) => sums.reduce((sum, one) => sum + one[kind], 0));
  return { ...total, gross: total.sales + total.discounts, result: resultOf(total) };
}

/** Net result: sales minus refunds, fees, charge-backs, commissions, prizes and taxes. */
export function resultOf(sums: FinanceSums): number {
  const { sales, refunds, fees, chargebacks, commissions, prizes, taxes } = sums;
  return sales - refunds - fees - chargebacks - commissions - prizes - taxes;
}
