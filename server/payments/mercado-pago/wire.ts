/** Parses MercadoPago's JSON: decimal reais to centavos, its states to the product's. */
import { z } from 'zod';
import type { PaymentState } from '@mare/domain/payments/payment-state.ts';
import type { PaymentSnapshot, ProviderId, RefundSnapshot } from '../providers/payment-provider.ts';

const id = z.union([z.number(), z.string()]).transform(String);
const date = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);
const centavos = z.number().transform((reais) => Math.round(reais * 100));

export const wirePayment = z.object({
  id,
  status: z.string(),
  status_detail: optional(z.string()),
  external_reference: optional(z.string()),
  transaction_amount: centavos,
  transaction_amount_refunded: optional(centavos),
  currency_id: z.string().default('BRL'),
  payment_method_id: optional(z.string()),
  date_created: date,
  date_approved: optional(date),
  date_last_updated: optional(date),
  date_of_expiration: optional(date),
  fee_details: optional(z.array(z.object({ amount: centavos, fee_payer: optional(z.string()) }))),
  point_of_interaction: optional(
    z.object({
      transaction_data: optional(
        z.object({
          qr_code: optional(z.string()),
          ticket_url: optional(z.string()),
          e2e_id: optional(z.string()),
        }),
      ),
    }),
  ),
});
export type WirePayment = z.output<typeof wirePayment>;

export const wirePaymentPage = z.object({
  results: z.array(wirePayment),
  paging: z.object({ total: z.number(), limit: z.number(), offset: z.number() }),
});
export const wirePreference = z.object({
  id: z.string().min(1),
  init_point: z.string().min(1),
  sandbox_init_point: optional(z.string()),
});
export const wireMerchantOrder = z.object({ payments: z.array(z.object({ id })).default([]) });
export const wireMerchantOrderPage = z.object({ elements: z.array(wireMerchantOrder).nullable() });
export const wireChargeback = z.object({
  payments: z.array(z.union([id, z.object({ id }).transform((p) => p.id)])),
});
export const wireRefund = z.object({ id, amount: centavos, status: z.string().default('approved') });

/** An entry in the list of generated and pending reports. */
export const wireSettlementReport = z.object({
  file_name: optional(z.string()),
  begin_date: date,
  end_date: date,
});

const wireError = z.object({
  message: z.string().catch(''),
  error: z.string().catch(''),
  cause: z
    .array(
      z.object({
        code: z.union([z.string(), z.number()]).transform(String),
        description: z.string().catch(''),
      }),
    )
    .catch([]),
});

export function errorBody(body: unknown): { code: string; message: string } {
  const parsed = wireError.safeParse(body);
  if (!parsed.success) return { code: 'unreadable', message: '' };
  const [cause] = parsed.data.cause;
  return {
    code: cause?.code || parsed.data.error || 'unknown',
    message: cause?.description || parsed.data.message,
  };
}

export function paymentSnapshot(provider: ProviderId, payment: WirePayment): PaymentSnapshot {
  return {
    provider,
    paymentId: payment.id,
    externalReference: payment.external_reference ?? null,
    state: paymentState(payment.status, payment.status_detail ?? null),
    rawStatus: payment.status,
    rawDetail: payment.status_detail ?? null,
    amountCentavos: payment.transaction_amount,
    refundedCentavos: payment.transaction_amount_refunded ?? 0,
    feeCentavos: (payment.fee_details ?? [])
      .filter((fee) => fee.fee_payer !== 'payer')
      .reduce((sum, fee) => sum + fee.amount, 0),
    receiver: null,
    currency: payment.currency_id,
    method: payment.payment_method_id ?? null,
    endToEndId: payment.point_of_interaction?.transaction_data?.e2e_id ?? null,
    approvedAt: payment.date_approved ?? null,
    updatedAt: payment.date_last_updated ?? payment.date_created,
    expiresAt: payment.date_of_expiration ?? null,
  };
}

/** An unknown status counts as processing: it does not change the order, and an admin reviews it. */
export function paymentState(status: string, detail: string | null): PaymentState {
  switch (status) {
    case 'pending':
    case 'approved':
    case 'rejected':
    case 'cancelled':
    case 'refunded':
      return status;
    case 'in_mediation':
      return 'disputed';
    case 'charged_back':
      return detail === 'settled' ? 'charged_back' : 'disputed';
    default:
      return 'processing';
  }
}

export function refundSnapshot(refund: z.output<typeof wireRefund>): RefundSnapshot {
  const state =
    refund.status === 'approved'
      ? 'done'
      : refund.status === 'rejected' || refund.status === 'cancelled'
        ? 'rejected'
        : 'processing';
  return { refundId: refund.id, amountCentavos: refund.amount, state };
}

/** ISO 8601 with Brasília's offset, which MercadoPago requires. Brazil has had no daylight saving time since 2019. */
export function wireDateTime(date: Date): string {
  return new Date(date.getTime() - 3 * 3_600_000).toISOString().replace('Z', '-03:00');
}
