/** Imports settlement reports from the providers' APIs, and requests the next one when a day is over. */
import { midnightInMaceio } from '@mare/domain/time/maceio-time.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { ProviderResult, SettlementFile, SettlementReports } from '../providers/payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { allProviders } from '../providers/providers.ts';
import { importReport } from './import-report.ts';
import { findFinishedFiles, recordFile } from './settlement-files.ts';

const DAY_MS = 86_400_000;
/** Period of the first report (days): providers limit it. */
const FIRST_DAYS = 30;
/** A report takes minutes. A request without a report by then counts as lost. */
const REPEAT_REQUEST_MS = 6 * 3_600_000;

export const fetchSettlementReportsJob = defineJob(
  'fetch-settlement-reports',
  { cron: '10 * * * *' },
  fetchSettlementReports,
);

/** @throws if a provider does not respond, so that the job is retried */
export async function fetchSettlementReports(context: PaymentsContext): Promise<void> {
  const failures: string[] = [];
  for (const { id, settlementReports } of allProviders(context)) {
    if (!settlementReports) continue;
    const fetched = await importNewFiles(context, id, settlementReports);
    const requested = fetched.ok ? await requestNext(context, id, settlementReports) : fetched;
    if (!requested.ok) failures.push(`${id}: ${requested.error.kind}`);
  }
  if (failures.length > 0) throw new Error(`settlement reports could not be read: ${failures.join(', ')}`);
}

/**
 * Oldest first. A file with an invalid line is not imported; admins are notified once. A file rejected for unknown
 * payments is read again when the shop knows them.
 */
async function importNewFiles(
  context: PaymentsContext,
  provider: string,
  reports: SettlementReports,
): Promise<ProviderResult<void>> {
  const listed = await reports.list();
  if (!listed.ok) return listed;
  const finished = await findFinishedFiles(context.db, provider);
  const fresh = listed.value
    .filter(({ name }) => !finished.has(name))
    .toSorted((a, b) => a.coversUntil.getTime() - b.coversUntil.getTime());
  for (const file of fresh) {
    const csv = await reports.read(file.name);
    if (!csv.ok) return csv;
    await importFile(context, provider, file, csv.value);
  }
  return { ok: true, value: undefined };
}

async function importFile(
  context: PaymentsContext,
  provider: string,
  file: SettlementFile,
  csv: string,
): Promise<void> {
  // Known lines are skipped, so a crash before the file is recorded does no harm.
  const result = await importReport(context, { provider, csv, userId: null });
  await recordFile(context.db, { provider, csv, readAt: context.clock.now(), ...file }, result);
  if (result.ok) return;
  await notifyAdmins(context.db, context, {
    type: 'error',
    title: 'O relatório do provedor não confere',
    message: `O relatório ${file.name} tem linhas que não conferem com a loja. Nada dele foi guardado: veja quais em Financeiro.`,
    data: { href: '/admin/financeiro' },
    deduplicationKey: `settlement-file:${provider}:${file.name}`,
  });
}

/** Requests a report of past days that are in none. */
async function requestNext(
  { db, clock }: PaymentsContext,
  provider: string,
  reports: SettlementReports,
): Promise<ProviderResult<void>> {
  const now = clock.now();
  const until = midnightInMaceio(now);
  const { covered } = await db
    .selectFrom('settlementFiles')
    .select(({ fn }) => fn.max('coversUntil').as('covered'))
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow();
  const from = covered ?? new Date(until.getTime() - FIRST_DAYS * DAY_MS);
  const earlierRequest = await db
    .selectFrom('settlementRequests')
    .select('requestedAt')
    .where('provider', '=', provider)
    .where('coversUntil', '>=', until)
    .executeTakeFirst();
  const isAsked = earlierRequest && earlierRequest.requestedAt.getTime() > now.getTime() - REPEAT_REQUEST_MS;
  if (from >= until || isAsked) return { ok: true, value: undefined };
  const requested = await reports.request(from, until);
  if (!requested.ok) return requested;
  const row = { coversUntil: until, requestedAt: now };
  await db
    .insertInto('settlementRequests')
    .values({ provider, ...row })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(row))
    .execute();
  return requested;
}
