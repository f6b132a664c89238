/**
 * Interface of a payment provider. Amounts are integer centavos; adapters convert at their boundary. Payment state is only
 * read by authenticated calls: a webhook only names the resource to read.
 */
import type { PaymentState } from '@mare/domain/payments/payment-state.ts';

export type ProviderId = 'mercadopago' | 'sandbox' | 'pix';

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
  /** Payment deadline, ISO 8601. */
  payableUntil: string;
  lines: { id: string; title: string; amountCentavos: number }[];
}

export interface HostedCheckout {
  providerRef: string;
  url: string;
  sandboxUrl: string | null;
}

export interface ProviderPixCharge {
  providerRef: string;
  /** Byte for byte as received: the checksum covers spaces. */
  copyPaste: string;
  /** Provider page that shows the same code; in the sandbox it can also pay it. */
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
  /** The provider's fee. */
  feeCentavos: number;
  currency: string;
  /** Account that received the money, if the provider names it. */
  receiver: string | null;
  method: string | null;
  endToEndId: string | null;
  approvedAt: Date | null;
  updatedAt: Date;
  expiresAt: Date | null;
}

export interface RefundRequest {
  paymentId: string;
  /** Null refunds the remaining amount. */
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
  /** Secret part of the path, for providers that do not sign. */
  secret: string | null;
  rawBody: string;
}

/** A settlement report that a provider offers for download. */
export interface SettlementFile {
  name: string;
  /** End of the reported period. */
  coversUntil: Date;
}

/** Reports of what the provider credited and sent to the bank: CSV, read by `domain/payments/settlement-report.ts`. */
export interface SettlementReports {
  /** Asks for a report of a period. It appears in the list later. */
  request(from: Date, until: Date): Promise<ProviderResult<void>>;
  list(): Promise<ProviderResult<SettlementFile[]>>;
  read(name: string): Promise<ProviderResult<string>>;
}

export type HintTopic = 'payment' | 'merchant_order' | 'chargeback' | 'other';

export interface WebhookHint {
  /** `forged`: invalid or missing signature. `unverified`: from the channel that cannot be verified. */
  trust: 'verified' | 'unverified' | 'forged';
  topic: HintTopic;
  resourceId: string | null;
  /** The payment was created; each later change has a separate delivery. */
  isCreation?: boolean;
}

/**
 * `unknown_outcome`: a write that timed out or whose response could not be read; it may have happened. `unavailable`:
 * the provider did not carry out the request.
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
  /** Our account, which must receive all money; null if reads only show our own payments. */
  readonly receiver: string | null;
  /** Whether a payment may be under review, which `cancelPending` would end: then it is read before. */
  readonly reviewsPayments: boolean;
  /** Null for a provider without settlement reports. */
  readonly settlementReports: SettlementReports | null;
  /** False while the provider is known to fail; new orders are then rejected. */
  isAvailable(): boolean;
  createHostedCheckout(
    request: ChargeRequest,
    idempotencyKey: string,
  ): Promise<ProviderResult<HostedCheckout>>;
  expireHostedCheckout(providerRef: string): Promise<ProviderResult<void>>;
  createPix(request: ChargeRequest, idempotencyKey: string): Promise<ProviderResult<ProviderPixCharge>>;
  getPayment(paymentId: string): Promise<ProviderResult<PaymentSnapshot>>;
  /**
   * Finds an order's payments, also through its hosted checkouts and by the keys of its charges. May lag: an empty result
   * never means "not paid".
   */
  findPayments(
    externalReference: string,
    known: { hostedRefs: readonly string[]; chargeKeys: readonly string[] },
  ): Promise<ProviderResult<PaymentSnapshot[]>>;
  /** Payments changed in the interval, oldest change first. */
  findUpdatedPayments(from: Date, to: Date): Promise<ProviderResult<PaymentSnapshot[]>>;
  /** Reads the payments to which a webhook's resource refers. */
  readHinted(topic: HintTopic, resourceId: string): Promise<ProviderResult<PaymentSnapshot[]>>;
  cancelPending(paymentId: string): Promise<ProviderResult<PaymentSnapshot>>;
  refund(request: RefundRequest, idempotencyKey: string): Promise<ProviderResult<RefundSnapshot>>;
  listRefunds(paymentId: string): Promise<ProviderResult<RefundSnapshot[]>>;
  /** Parses and verifies a delivery, without I/O. */
  readWebhook(input: WebhookInput): WebhookHint[];
}
