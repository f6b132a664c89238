import { sql, type Transaction } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import {
  isTransfer,
  parseSettlementReport,
  type RejectedSettlementLine,
  settlementKey,
  type SettlementLine,
  type SettlementProblem,
  type SettlementType,
} from '@mare/domain/payments/settlement-report.ts';
import { compareFees, type FeeAdjustment, type RejectedFee } from '@mare/domain/payments/fee-adjustment.ts';
import { feeAdjusted, transferToBank } from '@mare/domain/payments/ledger.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import { findBookedFees } from './booked-fees.ts';
import { removeMissingLines } from './settlement-files.ts';

export type ImportReportResult =
  | { ok: true; imported: number; known: number; adjusted: FeeAdjustment[] }
  | { ok: false; rejected: (RejectedSettlementLine | RejectedFee)[] };

interface ReportToImport {
  /** Provider of the payments in the report. */
  provider: string;
  csv: string;
  /** Null if the report came from the provider's API. */
  userId: string | null;
}

/** Rows of one insert: a statement has at most 65,535 parameters. */
const BATCH = 1000;

/**
 * Imports a settlement report completely or not at all: every line must be readable, belong to one account, name a
 * payment of the shop and match its amount. Lines that an earlier report had are skipped if they are equal. Transfers
 * to the bank, and differences between reported and booked fees, are posted to the ledger, because the accountant
 * uses the provider's report.
 */
export function importReport(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  { provider, csv, userId }: ReportToImport,
): Promise<ImportReportResult> {
  const { lines, rejected } = parseSettlementReport(csv);
  const [first] = lines;
  if (rejected.length > 0) return Promise.resolve({ ok: false, rejected });
  // A period without payments.
  if (!first) return Promise.resolve({ ok: true, imported: 0, known: 0, adjusted: [] });
  return inTransaction<ImportReportResult>(platform.db, async (trx) => {
    // Serializes imports of the same file: the second finds the lines of the first.
    await sql`select pg_advisory_xact_lock(hashtext('settlement-reports'))`.execute(trx);
    const stored = await findStored(trx, provider, lines);
    const problems = await compareLines(trx, provider, lines, stored);
    if (problems.length > 0) return { ok: false, rejected: problems };
    const fresh = lines.filter((line) => !stored.has(settlementKey(line)));
    const ofPayments = fresh.filter((line) => !isTransfer(line));
    const ids = [...new Set(ofPayments.map(({ paymentId }) => paymentId))];
    const { adjustments, rejected: fees } = compareFees(ofPayments, await findBookedFees(trx, provider, ids));
    if (fees.length > 0) return { ok: false, rejected: fees };
    if (fresh.length > 0)
      await store(trx, platform, { provider, userId, account: first.account, lines: fresh });
    await postAdjustments(trx, platform, { provider, lines: fresh, adjustments });
    if (userId !== null) await removeMissingLines(trx, provider, lines);
    return { ok: true, imported: fresh.length, known: lines.length - fresh.length, adjusted: adjustments };
  });
}

/** Posted on the day of the import, because earlier days may already be exported to the accountant. */
async function postAdjustments(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  {
    provider,
    lines,
    adjustments,
  }: { provider: string; lines: readonly SettlementLine[]; adjustments: readonly FeeAdjustment[] },
): Promise<void> {
  const byNumber = new Map(lines.map((line) => [line.line, line]));
  const transactions = adjustments.map(({ line, bookedCentavos, reportedCentavos }) =>
    feeAdjusted({ provider, ...byNumber.get(line)! }, reportedCentavos - bookedCentavos),
  );
  for (let start = 0; start < transactions.length; start += BATCH)
    await postToLedger(trx, transactions.slice(start, start + BATCH), clock.now());
}

type Stored = Map<string, Pick<SettlementLine, 'gross' | 'fee' | 'settledAt'>>;

async function findStored(
  trx: Transaction<DB>,
  provider: string,
  lines: readonly SettlementLine[],
): Promise<Stored> {
  const rows = await trx
    .selectFrom('settlementLines')
    .select(['paymentId', 'type', 'settledAt', 'gross', 'fee'])
    .where('provider', '=', provider)
    .where('paymentId', 'in', [...new Set(lines.map(({ paymentId }) => paymentId))])
    .execute();
  return new Map(
    rows.map(({ paymentId, type, settledAt, gross, fee }) => [
      settlementKey({ paymentId, type: type as SettlementType, settledAt }),
      { gross: centavosFromNumeric(gross), fee: centavosFromNumeric(fee), settledAt },
    ]),
  );
}

async function compareLines(
  trx: Transaction<DB>,
  provider: string,
  lines: readonly SettlementLine[],
  stored: Stored,
): Promise<RejectedSettlementLine[]> {
  const before = await trx
    .selectFrom('settlementReports')
    .select('account')
    .where('provider', '=', provider)
    .limit(1)
    .executeTakeFirst();
  const payments = await trx
    .selectFrom('providerPayments')
    .select(['paymentId', 'amount', 'refunded'])
    .where('provider', '=', provider)
    .where('paymentId', 'in', [...new Set(lines.map(({ paymentId }) => paymentId))])
    .execute();
  const amounts = new Map(payments.map(({ paymentId, amount }) => [paymentId, centavosFromNumeric(amount)]));
  const refunded = new Map(
    payments.map(({ paymentId, refunded: centavos }) => [paymentId, centavosFromNumeric(centavos)]),
  );
  const problemOf = (line: SettlementLine): SettlementProblem | null => {
    if (before && before.account !== line.account) return 'ACCOUNT';
    const known = stored.get(settlementKey(line));
    if (known && !isSame(known, line)) return 'CHANGED';
    if (isTransfer(line)) return null;
    const paid = amounts.get(line.paymentId);
    if (paid === undefined) return 'UNKNOWN_PAYMENT';
    if (line.parts > 1 && Math.abs(line.gross) > refunded.get(line.paymentId)!) return 'DOUBLED';
    const isWrong = line.type === 'SETTLEMENT' ? line.gross !== paid : Math.abs(line.gross) > paid;
    return isWrong ? 'OTHER_AMOUNT' : null;
  };
  return lines.flatMap((line) => {
    const problem = problemOf(line);
    if (!problem) return [];
    const found = { line: line.line, problem, paymentId: line.paymentId };
    if (problem !== 'OTHER_AMOUNT') return [found];
    return [
      { ...found, bookedCentavos: amounts.get(line.paymentId)!, reportedCentavos: Math.abs(line.gross) },
    ];
  });
}

function isSame(
  known: Pick<SettlementLine, 'gross' | 'fee' | 'settledAt'>,
  { gross, fee, settledAt }: SettlementLine,
): boolean {
  return known.gross === gross && known.fee === fee && Date.parse(known.settledAt) === Date.parse(settledAt);
}

async function store(
  trx: Transaction<DB>,
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  {
    provider,
    userId,
    account,
    lines,
  }: Omit<ReportToImport, 'csv'> & { account: string; lines: SettlementLine[] },
): Promise<void> {
  const reportId = random.uuid();
  await trx
    .insertInto('settlementReports')
    .values({
      id: reportId,
      provider,
      account,
      lines: lines.length,
      importedBy: userId,
      importedAt: clock.now(),
    })
    .execute();
  for (let start = 0; start < lines.length; start += BATCH)
    await trx
      .insertInto('settlementLines')
      .values(
        lines.slice(start, start + BATCH).map(({ paymentId, type, settledAt, gross, fee, net }) => ({
          provider,
          paymentId,
          type,
          settledAt,
          gross: numericFromCentavos(gross),
          fee: numericFromCentavos(fee),
          net: numericFromCentavos(net),
          reportId,
        })),
      )
      .execute();
  // Each is posted on its own day.
  for (const { type, paymentId, net, fee, settledAt } of lines.filter(isTransfer))
    await postToLedger(
      trx,
      [transferToBank({ provider, type, id: paymentId }, net, -fee)],
      new Date(settledAt),
      clock.now(),
    );
  if (userId === null) return;
  await recordActivity(
    trx,
    { clock },
    {
      userId,
      action: 'import-settlement-report',
      entityType: 'settlement-report',
      entityId: reportId,
      description: `Importou um relatório do provedor com ${lines.length} ${lines.length === 1 ? 'linha' : 'linhas'}.`,
    },
  );
}
