/**
 * Manual ledger entries under the two-person rule: taxes, transfers to the bank, corrections. The ledger is
 * append-only.
 */
import type { LedgerTransaction } from './ledger.ts';

export const MANUAL_ACCOUNTS = [
  'bank',
  'mp_receivable',
  'cash',
  'customer_funds',
  'fees',
  'chargeback_loss',
  'sales',
  'prizes',
  'taxes',
] as const;
export type ManualAccount = (typeof MANUAL_ACCOUNTS)[number];

const OF_RIFAS: ReadonlySet<ManualAccount> = new Set(['sales', 'prizes', 'taxes']);

/** Whether each rifa has its own account of this name. */
export function isOfRifa(account: ManualAccount): boolean {
  return OF_RIFAS.has(account);
}

export interface ManualEntry {
  debit: ManualAccount;
  credit: ManualAccount;
  /** Set if one of the accounts is of a rifa. */
  rifaId: string | null;
  /** More than zero. */
  centavos: number;
}

/** Order or payment that an entry corrects; the reconciliation of the ledger includes the entry. */
export type Corrected =
  | { kind: 'order'; orderId: string }
  | { kind: 'payment'; provider: string; paymentId: string }
  | null;

export function isManualEntryValid({ debit, credit, rifaId, centavos }: ManualEntry): boolean {
  const needsRifa = isOfRifa(debit) || isOfRifa(credit);
  return debit !== credit && centavos > 0 && needsRifa === (rifaId !== null);
}

/** @param id of the approval, which has the reason */
export function manualEntry(
  id: string,
  { debit, credit, rifaId, centavos }: ManualEntry,
  corrected: Corrected,
): LedgerTransaction {
  const nameOf = (account: ManualAccount) => (isOfRifa(account) ? `${account}:${rifaId}` : account);
  return {
    key: `${prefixOf(corrected)}:${id}`,
    entries: [
      { account: nameOf(debit), amountCentavos: centavos },
      { account: nameOf(credit), amountCentavos: -centavos },
    ],
  };
}

function prefixOf(corrected: Corrected): string {
  if (corrected === null) return 'fix';
  return corrected.kind === 'order'
    ? `fix-order:${corrected.orderId}`
    : `fix-payment:${corrected.provider}:${corrected.paymentId}`;
}
