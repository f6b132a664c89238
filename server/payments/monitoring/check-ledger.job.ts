/** Checks hourly that the ledger balances and matches the payments. If not, notifies every admin and fails the job. */
import { formatBrl } from '@mare/domain/format.ts';
import { saveLedgerCheck } from '../../ledger/ledger-check.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { isBalanced, type LedgerReport, readLedger } from '../../ledger/read-ledger.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'log'>;

export const checkLedgerJob = defineJob('check-ledger', { cron: '40 * * * *' }, checkLedger);

/** @throws if the ledger does not balance, after notifying the admins */
export async function checkLedger(platform: Deps): Promise<void> {
  const report = await readLedger(platform.db);
  await saveLedgerCheck(platform.db, { checkedAt: platform.clock.now(), report });
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

/** The first transaction that does not sum to zero is opened. */
function linkTo({ unbalanced: [key] }: LedgerReport): string {
  return key ? `/admin/financeiro?transacao=${encodeURIComponent(key)}` : '/admin/financeiro';
}

function describe({ unbalanced, strayCentavos, differenceCentavos }: LedgerReport): string {
  const faults = [
    unbalanced.length > 0 && `lançamentos que não somam zero: ${unbalanced.join(', ')}`,
    strayCentavos !== 0 && `dinheiro de compradores sem destino: ${formatBrl(strayCentavos)}`,
    differenceCentavos !== 0 && `diferença com os pagamentos lidos: ${formatBrl(differenceCentavos)}`,
  ];
  return `Na conferência de hoje encontramos ${faults.filter(Boolean).join('; ')}. Confira antes de devolver ou repassar dinheiro.`;
}
