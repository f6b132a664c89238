/** Files from the providers' APIs. A rejected file stays listed until its lines are imported. */
import { type Kysely, sql, type SqlBool, type Transaction } from 'kysely';
import type { RejectedFile } from '@mare/contract/admin/settlements.ts';
import type { DB } from '@mare/database/schema.ts';
import {
  parseSettlementReport,
  type RejectedSettlementLine,
  settlementKey,
  type SettlementLine,
} from '@mare/domain/payments/settlement-report.ts';
import type { SettlementFile } from '../providers/payment-provider.ts';

/** Enough lines to correct a file. */
export const LISTED_PROBLEMS = 100;

/** Read again: a file that was rejected only for unknown payments, once the shop knows all of them. */
const IS_FINISHED = sql<SqlBool>`rejected is null or missing_lines is not null and exists (
  select from jsonb_array_elements(rejected) as line
  where line->>'problem' <> 'UNKNOWN_PAYMENT' or not exists (
    select from provider_payments as payment
    where payment.provider = settlement_files.provider and payment.payment_id = line->>'paymentId'))`;

/** Names of files that are not to be read again. */
export async function findFinishedFiles(db: Kysely<DB>, provider: string): Promise<Set<string>> {
  const files = await db
    .selectFrom('settlementFiles')
    .select('name')
    .where('provider', '=', provider)
    .where(sql<SqlBool>`(${IS_FINISHED})`)
    .execute();
  return new Set(files.map(({ name }) => name));
}

/** Records the result of an import. A file that was imported stays so. */
export async function recordFile(
  db: Kysely<DB>,
  file: SettlementFile & { provider: string; csv: string; readAt: Date },
  result: { ok: true } | { ok: false; rejected: readonly RejectedSettlementLine[] },
): Promise<void> {
  const { provider, name, coversUntil, readAt, csv } = file;
  const outcome = {
    readAt,
    rejected: result.ok ? null : JSON.stringify(result.rejected),
    missingLines: result.ok ? null : missingLines(csv, result.rejected),
  };
  await db
    .insertInto('settlementFiles')
    .values({ provider, name, coversUntil, ...outcome })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'name'])
        .doUpdateSet(outcome)
        .where('settlementFiles.rejected', 'is not', null),
    )
    .execute();
}

/** Keys of the readable lines, except those that the shop has with other values: they cannot be imported. */
function missingLines(csv: string, rejected: readonly RejectedSettlementLine[]): string[] {
  const changed = new Set(rejected.filter(({ problem }) => problem === 'CHANGED').map(({ line }) => line));
  return parseSettlementReport(csv)
    .lines.filter(({ line }) => !changed.has(line))
    .map(settlementKey);
}

/** Removes lines that a person imported from the rejected files. A file without missing lines counts as imported. */
export async function removeMissingLines(
  trx: Transaction<DB>,
  provider: string,
  imported: readonly SettlementLine[],
): Promise<void> {
  await sql`
    update settlement_files file
    set missing_lines = left_over.lines,
      rejected = case when cardinality(left_over.lines) > 0 then file.rejected end
    from (select name, array(select unnest(missing_lines) except select unnest(${imported.map(settlementKey)}::text[])) as lines
      from settlement_files where provider = ${provider} and rejected is not null) as left_over
    where file.provider = ${provider} and file.name = left_over.name and file.rejected is not null`.execute(
    trx,
  );
}

/** Oldest first. */
export async function findRejectedFiles(db: Kysely<DB>, provider: string): Promise<RejectedFile[]> {
  const files = await db
    .selectFrom('settlementFiles')
    .select(['name', 'readAt', 'rejected'])
    .where('provider', '=', provider)
    .where('rejected', 'is not', null)
    .orderBy('coversUntil')
    .orderBy('name')
    .execute();
  return files.map(({ name, readAt, ...file }) => {
    const rejected = file.rejected as unknown as RejectedSettlementLine[];
    return {
      name,
      readAt: readAt.toISOString(),
      rejected: rejected.slice(0, LISTED_PROBLEMS),
      rejectedCount: rejected.length,
      isRetried: rejected.every(({ problem }) => problem === 'UNKNOWN_PAYMENT'),
    };
  });
}
