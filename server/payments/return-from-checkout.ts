/**
 * Where the hosted checkout sends the buyer back to. What the address says chooses what to look up, never what is
 * shown: the screen follows our own order.
 */
import { findOrderByReference } from './payments.queries.ts';
import type { PaymentsContext } from './payments-context.ts';

const GENERIC_FAILURE = 'O pagamento não foi concluído. Nada foi cobrado.';
const FAILURES: Record<string, string> = {
  rejected_by_bank: 'O banco recusou o pagamento. Tente novamente ou use outra conta.',
  bank_error: 'O banco não respondeu. Tente novamente em instantes.',
  insufficient_amount: 'Saldo insuficiente na conta escolhida.',
  expired: 'O prazo do pagamento terminou.',
  by_payer: 'O pagamento foi cancelado.',
  by_collector: 'O prazo da reserva terminou.',
};

/** The path of the screen to show, with its query. */
export async function returnFromCheckout(
  context: PaymentsContext,
  query: { externalReference: string | null; paymentId: string | null },
): Promise<{ path: string; orderId: string | null }> {
  const reference = /^[A-Za-z0-9_-]{16,64}$/.test(query.externalReference ?? '')
    ? query.externalReference!
    : null;
  const order = reference ? await findOrderByReference(context.db, reference) : null;
  if (!order) return { path: '/checkout/pendente', orderId: null };

  const parameters = new URLSearchParams();
  if (/^\d{1,20}$/.test(query.paymentId ?? '')) parameters.set('payment_id', query.paymentId!);
  parameters.set('external_reference', order.externalReference);
  const screen = screenFor(order.status);
  if (screen === 'falha') parameters.set('error_message', await failureText(context, order.id));
  return { path: `/checkout/${screen}?${parameters}`, orderId: order.id };
}

function screenFor(status: string): 'sucesso' | 'pendente' | 'falha' {
  if (status === 'paid') return 'sucesso';
  return status === 'pending' ? 'pendente' : 'falha';
}

async function failureText({ db }: PaymentsContext, orderId: string): Promise<string> {
  const newest = await db
    .selectFrom('providerPayments')
    .select('rawDetail')
    .where('orderId', '=', orderId)
    .orderBy('providerUpdatedAt', 'desc')
    .executeTakeFirst();
  const detail = newest?.rawDetail ?? '';
  return Object.hasOwn(FAILURES, detail) ? FAILURES[detail]! : GENERIC_FAILURE;
}
