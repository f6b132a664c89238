/**
 * Reconciles the ledger every night, entry by entry, with the orders, the stored payments and the providers. Repairs
 * nothing: a person reads the result in the panel.
 */
import { moneyWasSeen } from '@mare/domain/payments/payment-state.ts';
import { type LedgerMismatch, type LedgerProof, saveLedgerProof } from '../../ledger/ledger-proof.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { allProviders } from '../providers/providers.ts';
import { readPaidElsewhere } from '../refunds/paid-elsewhere.ts';
import { findStoredPayment } from '../settlement/stored-payments.queries.ts';
import { compareOrders, comparePayments } from './prove-ledger.queries.ts';

/** Later changes may not have been read yet. */
const SETTLED_MS = 3_600_000;
const PROVIDER_DAYS = 3;
const DAY_MS = 86_400_000;

export const proveLedgerJob = defineJob(
  'prove-ledger',
  { cron: '20 7 * * *' },
  async (context: PaymentsContext) => {
    await proveLedger(context);
  },
);

export async function proveLedger(context: PaymentsContext): Promise<LedgerProof> {
  const { db, clock, log } = context;
  const provedAt = clock.now();
  const [orders, payments] = await inSnapshot(
    db,
    async (trx) => [await compareOrders(trx), await comparePayments(trx)] as const,
  );
  const proof: LedgerProof = {
    provedAt,
    orders: orders.count,
    payments: payments.count,
    atProviders: 0,
    unread: [],
    mismatches: [...orders.mismatches, ...payments.mismatches],
  };
  for (const provider of allProviders(context)) {
    const compared = await compareProvider(context, provider, provedAt);
    if (!compared) proof.unread.push(provider.id);
    proof.atProviders += compared?.count ?? 0;
    proof.mismatches.push(...(compared?.mismatches ?? []));
  }
  await saveLedgerProof(db, proof);
  log.info({ ...proof, mismatches: proof.mismatches.length }, 'ledger proved');
  if (proof.mismatches.length > 0) await notify(context, proof.mismatches.length);
  return proof;
}

/**
 * Money of the last days by the provider's records.
 * @returns null if the provider does not respond
 */
async function compareProvider(
  { db }: PaymentsContext,
  provider: PaymentProvider,
  now: Date,
): Promise<{ count: number; mismatches: LedgerMismatch[] } | null> {
  const until = new Date(now.getTime() - SETTLED_MS);
  const found = await provider.findUpdatedPayments(new Date(until.getTime() - PROVIDER_DAYS * DAY_MS), until);
  if (!found.ok) return null;
  const mismatches: LedgerMismatch[] = [];
  let count = 0;
  for (const { paymentId, state, amountCentavos, refundedCentavos, externalReference } of found.value) {
    // Skips payments of another system that shares the account, and unpaid charges.
    if (!externalReference || (state !== 'approved' && state !== 'disputed')) continue;
    const stored = await findStoredPayment(db, provider.id, paymentId);
    if (stored?.disposition === 'orphan') continue;
    count += 1;
    const expectedCentavos = amountCentavos - refundedCentavos;
    const hasMoney = stored !== null && moneyWasSeen(stored.state);
    // The provider still holds the money of refunds that were paid by other means.
    const elsewhere = await readPaidElsewhere(db, stored);
    const foundCentavos = hasMoney ? stored.amountCentavos - stored.refundedCentavos + elsewhere : 0;
    if (expectedCentavos !== foundCentavos)
      mismatches.push({
        kind: 'provider',
        subject: `${provider.id}:${paymentId}`,
        expectedCentavos,
        foundCentavos,
      });
  }
  return { count, mismatches };
}

function notify(context: PaymentsContext, count: number): Promise<void> {
  return notifyAdmins(context.db, context, {
    type: 'error',
    title: 'O livro-caixa não confere',
    message: `A conferência da noite achou ${count === 1 ? '1 diferença' : `${count} diferenças`} entre o livro-caixa, os pedidos e o provedor. Confira antes de devolver ou repassar dinheiro.`,
    data: { href: '/admin/financeiro' },
    deduplicationKey: `ledger-proof:${context.clock.now().toISOString().slice(0, 10)}`,
  });
}
