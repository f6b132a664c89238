/**
 * What the product asks of a payment provider. Amounts are integer centavos; an adapter converts at its own border.
 * State is only ever read with an authenticated call: a webhook merely says where to look.
 */
import type { PaymentState } from '@mare/domain/payments/payment-state.ts';

export type ProviderId = 'mercadopago' | 'sandbox';

export interface Buyer {
  name: string;
  email: string;
  phone?: string;
  cpf?: string;
  cep?: string;
  address?: string;
}

export interface ChargeRequest {
  /** Opaque, `^[A-Za-z0-9_-]{1,64}$`; never personal data. */
  externalReference: string;
  amountCentavos: number;
  description: string;
  buyer: Buyer;
  /** After this the money is no longer wanted. ISO 8601. */
  payableUntil: string;
  lines: { id: string; title: string; amountCentavos: number }[];
}

export interface HostedCheckout {
  providerRef: string;
  url: string;
  sandboxUrl: string | null;
}

export interface PixCharge {
  providerRef: string;
  /** Byte for byte as received: its checksum covers the spaces. */
  copyPaste: string;
  /** A page of the provider that shows the same code; in the sandbox it can pay it. */
  sandboxUrl: string | null;
  snapshot: PaymentSnapshot;
}

export interface PaymentSnapshot {
  provider: ProviderId;
  paymentId: string;
  externalReference: string | null;
  state: PaymentState;
  rawStatus: string;
  rawDetail: string | null;
  amountCentavos: number;
  refundedCentavos: number;
  /** What the provider keeps for itself. */
  feeCentavos: number;
  currency: string;
  method: string | null;
  endToEndId: string | null;
  approvedAt: Date | null;
  updatedAt: Date;
  expiresAt: Date | null;
}

export interface RefundRequest {
  paymentId: string;
  /** Null refunds all that is left. */
  amountCentavos: number | null;
}

export interface RefundSnapshot {
  refundId: string;
  amountCentavos: number;
  state: 'processing' | 'done' | 'rejected';
}

export interface WebhookInput {
  query: URLSearchParams;
  headers: Headers;
  rawBody: string;
}

export type HintTopic = 'payment' | 'merchant_order' | 'chargeback' | 'other';

export interface WebhookHint {
  /** `forged`: claims to be signed and is not. `unverified`: a channel that cannot be verified. */
  trust: 'verified' | 'unverified' | 'forged';
  topic: HintTopic;
  resourceId: string | null;
}

/**
 * `unknown_outcome`: a write that timed out or whose answer could not be read; it may have happened.
 * `unavailable`: certainly nothing was done.
 */
export type ProviderFailure =
  | { kind: 'invalid_request'; code: string; message: string }
  | { kind: 'no_funds' }
  | { kind: 'auth' }
  | { kind: 'not_found' }
  | { kind: 'conflict'; code: string }
  | { kind: 'unavailable'; retryAfterSeconds: number | null }
  | { kind: 'unknown_outcome'; cause: string };

export type ProviderResult<T> = { ok: true; value: T } | { ok: false; error: ProviderFailure };

export interface PaymentProvider {
  readonly id: ProviderId;
  /** False while the provider is known to fail: then no order should be taken. */
  isAvailable(): boolean;
  createHostedCheckout(
    request: ChargeRequest,
    idempotencyKey: string,
  ): Promise<ProviderResult<HostedCheckout>>;
  expireHostedCheckout(providerRef: string): Promise<ProviderResult<void>>;
  createPix(request: ChargeRequest, idempotencyKey: string): Promise<ProviderResult<PixCharge>>;
  getPayment(paymentId: string): Promise<ProviderResult<PaymentSnapshot>>;
  /** Every payment found for an order, and through its hosted checkouts. May lag: empty never means "not paid". */
  findPayments(externalReference: string, hostedRefs: string[]): Promise<ProviderResult<PaymentSnapshot[]>>;
  /** Payments changed in a span of time, oldest change first. */
  findUpdatedPayments(from: Date, to: Date): Promise<ProviderResult<PaymentSnapshot[]>>;
  /** The payments that a webhook's resource is about. */
  readHinted(topic: HintTopic, resourceId: string): Promise<ProviderResult<PaymentSnapshot[]>>;
  cancelPending(paymentId: string): Promise<ProviderResult<PaymentSnapshot>>;
  refund(request: RefundRequest, idempotencyKey: string): Promise<ProviderResult<RefundSnapshot>>;
  listRefunds(paymentId: string): Promise<ProviderResult<RefundSnapshot[]>>;
  /** Pure: reads and judges a delivery without any call. */
  readWebhook(input: WebhookInput): WebhookHint;
}
