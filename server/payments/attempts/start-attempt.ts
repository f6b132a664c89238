/**
 * Charges an order: calls the provider for a committed attempt, outside any transaction, and stores the response.
 * Idempotent: every try sends the same key and bytes, and the provider deduplicates them.
 */
import { readSite } from '../../settings/read-site.ts';
import { applySnapshot } from '../settlement/apply-snapshot.ts';
import type { NewCharge } from './charge-batch-writer.ts';
import { buildChargeRequest } from './charge-request.ts';
import { nextUnknownCheck } from '../check-schedule.ts';
import type {
  ChargeRequest,
  HostedCheckout,
  PaymentSnapshot,
  ProviderPixCharge,
  ProviderFailure,
  ProviderResult,
} from '../providers/payment-provider.ts';
import { providerOf } from '../providers/providers.ts';
import { closeOrder } from './ending/close-order.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { findAttempt, findLiveAttempts, type Attempt } from './attempts.queries.ts';
import { findPayableOrder, findOrderLines, type PayableOrder } from '../payable-order.queries.ts';

export type StartedAttempt =
  | {
      state: 'open';
      kind: 'hosted' | 'pix';
      /** Payment page of a hosted checkout. */
      url: string | null;
      /** Demonstration only. */
      sandboxUrl: string | null;
      copyPaste: string | null;
      payableUntil: Date;
    }
  /** The charge may exist; later checks find it and the order's page then shows it. */
  | { state: 'unknown' }
  | { state: 'refused'; code: string };

type SendableAttempt = Pick<
  Attempt,
  'id' | 'provider' | 'orderId' | 'kind' | 'state' | 'idempotencyKey' | 'checks'
>;

/** @throws if the attempt does not exist */
export async function startAttempt(context: PaymentsContext, attemptId: string): Promise<StartedAttempt> {
  const attempt = await findAttempt(context.db, attemptId);
  const order = attempt && (await findPayableOrder(context.db, attempt.orderId));
  if (!attempt || !order) throw new Error(`no payment attempt ${attemptId}`);
  if (attempt.state !== 'creating' && attempt.state !== 'unknown') return describeAttempt(attempt);

  const request = await rememberRequest(context, attempt, order, attempt.kind as 'hosted' | 'pix');
  return sendCharge(context, attempt, request);
}

/** Sends the charge of an attempt that the caller stored with its request, without reading it again. */
export async function sendCharge(
  context: PaymentsContext,
  attempt: SendableAttempt,
  request: ChargeRequest,
): Promise<StartedAttempt> {
  const provider = providerOf(context, attempt.provider);
  const created: ProviderResult<HostedCheckout | ProviderPixCharge> =
    attempt.kind === 'hosted'
      ? await provider.createHostedCheckout(request, attempt.idempotencyKey)
      : await provider.createPix(request, attempt.idempotencyKey);
  if (!created.ok) return storeFailure(context, attempt, created.error);

  const charge = toCharge(attempt, request, created.value);
  const stored = await context.chargeBatchWriter.store(charge);
  if (stored && (charge.pending || !('snapshot' in created.value)))
    return describeAttempt({ ...charge, ...stored, kind: attempt.kind });
  if ('snapshot' in created.value) await applySnapshot(context, created.value.snapshot, 'create');
  return describeAttempt((await findAttempt(context.lookups, attempt.id))!);
}

/** Stores the request before it is sent, unless an earlier try did. */
async function rememberRequest(
  context: PaymentsContext,
  attempt: Attempt,
  order: PayableOrder,
  kind: 'hosted' | 'pix',
): Promise<ChargeRequest> {
  if (attempt.request) return attempt.request as unknown as ChargeRequest;
  const lines = await findOrderLines(context.db, order.id);
  const { name: shopName } = await readSite(context);
  const request = buildChargeRequest({ clock: context.clock, shopName }, order, lines, kind);
  const { request: stored } = await context.db
    .updateTable('paymentAttempts')
    .set((eb) => ({ request: eb.fn.coalesce('request', eb.val(JSON.stringify(request))) }))
    .where('id', '=', attempt.id)
    .returning('request')
    .executeTakeFirstOrThrow();
  return stored as unknown as ChargeRequest;
}

function toCharge(
  attempt: SendableAttempt,
  request: ChargeRequest,
  charge: HostedCheckout | ProviderPixCharge,
): NewCharge {
  const isPix = 'copyPaste' in charge;
  return {
    attemptId: attempt.id,
    externalReference: request.externalReference,
    providerRef: charge.providerRef,
    url: isPix ? null : charge.url,
    sandboxUrl: charge.sandboxUrl,
    copyPaste: isPix ? charge.copyPaste : null,
    payableUntil: payableUntil(request, charge),
    pending: isPix ? pendingPayment(request, charge.snapshot) : null,
  };
}

/** Null if the payment has changed already; the change is applied separately. */
function pendingPayment(request: ChargeRequest, snapshot: PaymentSnapshot): PaymentSnapshot | null {
  const { state, externalReference, refundedCentavos } = snapshot;
  const isNew = state === 'pending' && refundedCentavos === 0;
  return isNew && externalReference === request.externalReference ? snapshot : null;
}

function payableUntil(request: ChargeRequest, charge: HostedCheckout | ProviderPixCharge): Date {
  return ('copyPaste' in charge ? charge.snapshot.expiresAt : null) ?? new Date(request.payableUntil);
}

async function storeFailure(
  context: PaymentsContext,
  attempt: SendableAttempt,
  error: ProviderFailure,
): Promise<StartedAttempt> {
  const now = context.clock.now();
  // A rejection of the first try is final. After an unanswered try it may only mean that the request is too old.
  const isFinal = attempt.state === 'creating' && error.kind === 'invalid_request';
  context.log.warn({ attempt: attempt.id, failure: error.kind, isFinal }, 'charge not created');
  await context.db
    .updateTable('paymentAttempts')
    .set({
      state: isFinal ? 'refused' : 'unknown',
      lastError: JSON.stringify(error),
      checks: attempt.checks + 1,
      nextCheckAt: isFinal ? null : nextUnknownCheck(now, attempt.checks),
      ...(isFinal && { request: null }),
      updatedAt: now,
    })
    .where('id', '=', attempt.id)
    .where('state', 'in', ['creating', 'unknown'])
    .execute();
  if (attempt.state !== 'creating' || error.kind !== 'invalid_request') return { state: 'unknown' };
  const others = await findLiveAttempts(context.db, attempt.orderId);
  if (others.length === 0) await closeOrder(context, attempt.orderId, 'failed');
  return { state: 'refused', code: error.code };
}

type DescribedAttempt = Pick<Attempt, 'state' | 'kind' | 'url' | 'sandboxUrl' | 'copyPaste' | 'payableUntil'>;

function describeAttempt(attempt: DescribedAttempt): StartedAttempt {
  if (attempt.state === 'creating' || attempt.state === 'unknown') return { state: 'unknown' };
  if (attempt.state !== 'open' || !attempt.payableUntil) return { state: 'refused', code: 'refused' };
  return {
    state: 'open',
    kind: attempt.kind as 'hosted' | 'pix',
    url: attempt.url,
    sandboxUrl: attempt.sandboxUrl,
    copyPaste: attempt.copyPaste,
    payableUntil: attempt.payableUntil,
  };
}
