/**
 * Checks hourly that the ledger balances and matches the payments. If not, notifies every admin and fails the job.
 * Closed ranges of entries and days of payments are summed once; each check verifies a few of them again, in turn.
 */
import { formatBrl } from '@mare/domain/format.ts';
import { findLedgerCheck, saveLedgerCheck } from '../../ledger/ledger-check.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { isBalanced, type LedgerReport, readLedgerBySegments } from '../../ledger/read-ledger.ts';
import { closeSegments, readHorizon, SEGMENT_POLICY } from '../../ledger/segments/close-segments.ts';
import { updatePaymentDays, verifyPaymentDays } from '../../ledger/segments/payment-days.ts';
import { verifySegments } from '../../ledger/segments/verify-segments.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'log'>;

export const checkLedgerJob = defineJob('check-ledger', { cron: '40 * * * *' }, (platform: Deps) =>
  checkLedger(platform),
);

/** @throws if the ledger does not balance, after notifying the admins */
export async function checkLedger(platform: Deps, policy = SEGMENT_POLICY): Promise<void> {
  const { db, clock } = platform;
  const checkedAt = clock.now();
  const before = await findLedgerCheck(db);
  await closeSegments(db, before?.seen ? { ...before.seen, at: before.checkedAt } : null, checkedAt, policy);
  await verifySegments(db, checkedAt, policy);
  await updatePaymentDays(db, checkedAt);
  await verifyPaymentDays(db, checkedAt, policy);
  const seen = await readHorizon(db);
  const report = await readLedgerBySegments(db);
  await saveLedgerCheck(db, { checkedAt, report, seen });
  platform.log.info({ ...report }, 'ledger checked');
  if (isBalanced(report)) return;
  platform.log.error({ ...report }, 'the ledger does not balance');
  await notifyAdmins(platform.db, platform, {
    type: 'error',
    title: 'O livro-caixa não fecha',
    message: describe(report),
    data: { href: linkTo(report) },
    deduplicationKey: `ledger:${platform.clock.now().toISOString().slice(0, 10)}`,
  });
  throw new Error('the ledger does not balance');
}

/** The notification links to the first transaction that does not sum to zero. */
function linkTo({ unbalanced: [key] }: LedgerReport): string {
  return key ? `/admin/financeiro?transacao=${encodeURIComponent(key)}` : '/admin/financeiro';
}

function describe({
  unbalanced,
  strayCentavos,
  differenceCentavos,
  changed,
  changedDays,
}: LedgerReport): string {
  const faults = [
    unbalanced.length > 0 && `lançamentos que não somam zero: ${unbalanced.join(', ')}`,
    strayCentavos !== 0 && `dinheiro de compradores sem destino: ${formatBrl(strayCentavos)}`,
    changed.length > 0 &&
      `lançamentos antigos alterados depois de gravados, entre os de número ${changed.map(({ firstId, lastId }) => `${firstId} e ${lastId}`).join(', ')}`,
    changedDays.length > 0 &&
      `pagamentos antigos alterados depois de conferidos, lidos em ${changedDays.map((day) => day.split('-').toReversed().join('/')).join(', ')}`,
    differenceCentavos !== 0 && `diferença com os pagamentos lidos: ${formatBrl(differenceCentavos)}`,
  ];
  return `Na conferência de hoje encontramos ${faults.filter(Boolean).join('; ')}. Confira antes de devolver ou repassar dinheiro.`;
}
