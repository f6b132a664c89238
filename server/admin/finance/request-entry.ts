/**
 * Manual ledger entries: taxes, transfers to the bank, corrections. The ledger is append-only, so a correction is
 * another entry, with a reason and the approval of a second admin.
 */
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { DB } from '@mare/database/schema.ts';
import { formatBrl } from '@mare/domain/format.ts';
import {
  type Corrected,
  isOfRifa,
  MANUAL_ACCOUNTS,
  type ManualAccount,
  manualEntry,
  type ManualEntry,
} from '@mare/domain/payments/manual-entry.ts';
import { requestApproval } from '../../approvals/approvals.ts';
import type { ApprovalHandler } from '../../approvals/execute-approvals.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import type { Platform } from '../../platform/platform.ts';

const payload = z.object({
  debit: z.enum(MANUAL_ACCOUNTS),
  credit: z.enum(MANUAL_ACCOUNTS),
  rifaId: z.uuid().nullable(),
  centavos: z.int(),
  corrected: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('order'), orderId: z.uuid() }),
      z.object({ kind: z.literal('payment'), provider: z.string(), paymentId: z.string() }),
    ])
    .nullable(),
});

const accountLabels: Record<ManualAccount, string> = {
  bank: 'banco',
  mp_receivable: 'a receber do provedor',
  cash: 'dinheiro em caixa',
  customer_funds: 'dinheiro de compradores',
  fees: 'tarifas do provedor',
  chargeback_loss: 'contestações perdidas',
  sales: 'vendas',
  prizes: 'prêmios',
  taxes: 'impostos e taxas',
};

export interface RequestedEntry extends ManualEntry {
  /** Idempotency key of the form. */
  requestId: string;
  /** Reference of the order, or id of the payment, that it corrects. */
  about: string | null;
  reason: string;
  userId: string;
}

export type RequestEntryResult =
  | { ok: true; id: string }
  | { ok: false; code: 'ALREADY_REQUESTED' | 'NOT_FOUND' };

/** Requests the entry. It is posted when a second admin approves it. */
export function requestEntry(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  { requestId, about, reason, userId, ...entry }: RequestedEntry,
): Promise<RequestEntryResult> {
  const { debit, credit, rifaId, centavos } = entry;
  return platform.db.transaction().execute(async (trx) => {
    const rifa = rifaId
      ? await trx.selectFrom('rifas').select('title').where('id', '=', rifaId).executeTakeFirst()
      : null;
    if (rifa === undefined) return { ok: false, code: 'NOT_FOUND' };
    const corrected = about ? await findCorrected(trx, about) : null;
    if (corrected === undefined) return { ok: false, code: 'NOT_FOUND' };
    const labelOf = (account: ManualAccount) =>
      `${accountLabels[account]}${isOfRifa(account) && rifa ? ` de “${rifa.title}”` : ''}`;
    return requestApproval(trx, platform, {
      kind: 'LEDGER_ENTRY',
      subjectId: requestId,
      rifaId: null,
      payload: { debit, credit, rifaId, centavos, corrected } satisfies z.input<typeof payload>,
      summary: `Lançar ${formatBrl(centavos)} no livro-caixa: débito em ${labelOf(debit)}, crédito em ${labelOf(credit)}${about ? `, sobre ${about}` : ''}.`,
      reason,
      requestedBy: userId,
    });
  });
}

/** @returns undefined if the shop has neither such an order nor such a payment */
async function findCorrected(db: Kysely<DB>, about: string): Promise<Corrected | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('externalReference', '=', about)
    .executeTakeFirst();
  if (order) return { kind: 'order', orderId: order.id };
  const payments = await db
    .selectFrom('providerPayments')
    .select(['provider', 'paymentId'])
    .where((eb) =>
      eb.or([
        eb('paymentId', '=', about),
        eb.and([
          eb('provider', '=', about.split(':')[0]!),
          eb('paymentId', '=', about.split(':').slice(1).join(':')),
        ]),
      ]),
    )
    .limit(2)
    .execute();
  const [payment] = payments;
  return payment && payments.length === 1 ? { kind: 'payment', ...payment } : undefined;
}

/** Carries out LEDGER_ENTRY. Always needs a second admin, however long the request has waited. */
export function ledgerEntryHandler({ clock }: Pick<Platform, 'clock'>): ApprovalHandler {
  return {
    async execute(trx, { id, payload: data, approvedBy }) {
      if (!approvedBy) return { ok: false, code: 'NOT_APPROVED' };
      const { corrected, ...entry } = payload.parse(data);
      await postToLedger(trx, [manualEntry(id, entry, corrected)], clock.now());
      return { ok: true };
    },
  };
}
