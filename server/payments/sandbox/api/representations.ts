/** The provider's JSON for the sandbox's stored rows. */
import { centavosFromNumeric } from '@mare/database/money.ts';
import { wireDateTime } from '../../mercado-pago/wire.ts';
import { sign } from '../../mercado-pago/signature.ts';
import { sandboxBrCode } from '../br-code.ts';
import type { SandboxContext } from '../context.ts';
import { preferenceIsOver, preferenceTotal, type PaymentRow, type PreferenceRow } from '../store.ts';

export const COLLECTOR = 99_999_999;
/** The provider's fee in basis points. */
export const FEE_BASIS_POINTS = 99;

export interface ProviderError {
  status: 400 | 401 | 404 | 409;
  code: string | number;
  message: string;
}

export function errorJson({ status, code, message }: ProviderError) {
  return { status, error: 'bad_request', message, cause: [{ code, description: message, data: null }] };
}

/** Centavos. */
export function feeOf(centavos: number): number {
  return Math.round((centavos * FEE_BASIS_POINTS) / 10_000);
}

export function paymentJson(context: SandboxContext, payment: PaymentRow) {
  const centavos = centavosFromNumeric(payment.amount);
  const id = String(payment.id);
  const wasPaid = payment.approved_at !== null;
  return {
    id: payment.id,
    status: payment.status,
    status_detail: payment.status_detail,
    date_created: wireDateTime(payment.created_at),
    date_approved: payment.approved_at && wireDateTime(payment.approved_at),
    date_last_updated: wireDateTime(payment.updated_at),
    date_of_expiration: payment.expires_at && wireDateTime(payment.expires_at),
    transaction_amount: centavos / 100,
    transaction_amount_refunded: Number(payment.refunded),
    currency_id: 'BRL',
    description: payment.description,
    payment_method_id: payment.method,
    payment_type_id: payment.method === 'pix' ? 'bank_transfer' : 'account_money',
    external_reference: payment.external_reference,
    collector_id: COLLECTOR,
    live_mode: false,
    payer: { email: payment.payer.email ?? null, id: null },
    fee_details: wasPaid
      ? [
          {
            type: 'mercadopago_fee',
            amount: feeOf(centavos) / 100,
            fee_payer: 'collector',
          },
        ]
      : [],
    refunds: [],
    order: payment.preference_id ? { id: payment.preference_id, type: 'mercadopago' } : null,
    point_of_interaction: {
      type: payment.preference_id ? 'CHECKOUT' : 'PIX',
      transaction_data:
        payment.method === 'pix'
          ? {
              qr_code: sandboxBrCode(id, centavos),
              ticket_url: `${context.publicUrl}/payments/${id}/ticket?chave=${pageKey(context, id)}`,
              e2e_id: payment.end_to_end_id,
            }
          : null,
    },
  };
}

export function preferenceJson(context: SandboxContext, preference: PreferenceRow) {
  const query = `pref_id=${preference.id}`;
  return {
    ...preference.body,
    id: preference.id,
    collector_id: COLLECTOR,
    client_id: '1',
    site_id: 'MLB',
    date_created: wireDateTime(preference.created_at),
    preference_expired: preferenceIsOver(context, preference),
    total_amount: null,
    init_point: `${context.publicUrl}/checkout/v1/redirect?${query}`,
    sandbox_init_point: `${context.publicUrl}/sandbox/checkout/v1/redirect?${query}`,
  };
}

export function merchantOrderJson(
  context: SandboxContext,
  preference: PreferenceRow,
  payments: PaymentRow[],
) {
  const paid = payments
    .filter((payment) => payment.status === 'approved')
    .reduce((sum, payment) => sum + centavosFromNumeric(payment.amount), 0);
  const total = preferenceTotal(preference);
  return {
    id: preference.merchant_order_id,
    preference_id: preference.id,
    external_reference: preference.body.external_reference ?? null,
    status: paid >= total ? 'closed' : preferenceIsOver(context, preference) ? 'expired' : 'opened',
    order_status: paid >= total ? 'paid' : 'payment_required',
    paid_amount: paid / 100,
    total_amount: total / 100,
    payments: payments.map((payment) => ({
      id: payment.id,
      status: payment.status,
      transaction_amount: Number(payment.amount),
    })),
  };
}

/** Access key of a payment's page, because ids can be guessed. */
export function pageKey(context: SandboxContext, paymentId: string): string {
  return sign({ ts: 'page', id: paymentId, requestId: null }, context.webhookSecret).slice(0, 32);
}
