/** Opens a charge for a pending order: the provider's page, or a Pix code on ours. Idempotent. */
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { PixCharge } from '@mare/contract/orders/orders.ts';
import { hasPaymentPage } from '@mare/domain/payments/payment-page.ts';
import type { NewAttempt } from '../../orders/reservation/reserve-request.ts';
import { addAttempt } from './add-attempt.ts';
import type { ChargeRequest } from '../providers/payment-provider.ts';
import { findOpenAttempts, type OpenAttempt, payableAt } from './attempts.queries.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { sendCharge } from './start-attempt.ts';

export interface HostedPage {
  url: string;
  /** Demonstration only. */
  sandboxUrl: string | null;
}

export type Opened<T> =
  | { ok: true; value: T }
  /** `CLOSED`: the order can no longer be paid. `UNAVAILABLE`: the provider rejected the charge or has not answered yet. */
  | { ok: false; code: 'CLOSED' | 'UNAVAILABLE' };

export interface OpenCharges {
  pix: PixCharge | null;
  /** The provider's payment page. */
  paymentUrl: string | null;
  /** Demonstration only: page that simulates the Pix payment. */
  simulationUrl: string | null;
}

export async function openHostedCheckout(
  context: PaymentsContext,
  orderId: string,
): Promise<Opened<HostedPage>> {
  const rejection = await open(context, orderId, 'hosted');
  if (rejection) return { ok: false, code: rejection };
  const hosted = (await findCharges(context, orderId)).find(
    (charge) => charge.kind === 'hosted' && charge.url,
  );
  if (!hosted?.url) return { ok: false, code: 'UNAVAILABLE' };
  return { ok: true, value: { url: hosted.url, sandboxUrl: hosted.sandboxUrl } };
}

type ReservedAttempt = Pick<NewAttempt, 'id' | 'provider' | 'idempotencyKey'>;

/** The attempt as the reservation stored it. */
const reserved = (
  orderId: string,
  { id, provider, idempotencyKey }: ReservedAttempt,
  kind: 'hosted' | 'pix',
) => ({
  id,
  provider,
  orderId,
  idempotencyKey,
  kind,
  state: 'creating',
  checks: 0,
});

/** Opens the checkout of an order just reserved, whose attempt and charge request are already at hand. */
export async function openReservedCheckout(
  context: PaymentsContext,
  orderId: string,
  attempt: ReservedAttempt,
  request: ChargeRequest,
): Promise<Opened<HostedPage>> {
  const started = await sendCharge(context, reserved(orderId, attempt, 'hosted'), request);
  if (started.state !== 'open' || !started.url) return { ok: false, code: 'UNAVAILABLE' };
  return { ok: true, value: { url: started.url, sandboxUrl: started.sandboxUrl } };
}

/** Opens the Pix code of an order just reserved, whose attempt and charge request are already at hand. */
export async function openReservedPix(
  context: PaymentsContext,
  orderId: string,
  attempt: ReservedAttempt,
  request: ChargeRequest,
): Promise<Opened<null>> {
  const started = await sendCharge(context, reserved(orderId, attempt, 'pix'), request);
  return started.state === 'open' ? { ok: true, value: null } : { ok: false, code: 'UNAVAILABLE' };
}

export async function openPix(context: PaymentsContext, orderId: string): Promise<Opened<PixCharge>> {
  const rejection = await open(context, orderId, 'pix');
  if (rejection) return { ok: false, code: rejection };
  const { pix } = await findOpenCharges(context, orderId);
  return pix ? { ok: true, value: pix } : { ok: false, code: 'UNAVAILABLE' };
}

async function findOpenCharges(context: PaymentsContext, orderId: string): Promise<OpenCharges> {
  return toOpenCharges(await findCharges(context, orderId));
}

/** @param charges newest first */
export function toOpenCharges(charges: readonly OpenAttempt[]): OpenCharges {
  const pix = charges.find((charge) => charge.kind === 'pix' && charge.copyPaste !== null);
  const hosted = charges.find((charge) => charge.kind === 'hosted' && hasPaymentPage(charge.provider));
  return {
    pix: pix
      ? {
          copyPaste: pix.copyPaste!,
          amountCentavos: centavosFromNumeric(pix.amount),
          expiresAt: new Date(pix.payableUntil).toISOString(),
        }
      : null,
    paymentUrl: hosted?.sandboxUrl ?? hosted?.url ?? null,
    simulationUrl: pix?.sandboxUrl ?? null,
  };
}

async function findCharges({ db, clock }: PaymentsContext, orderId: string) {
  return payableAt(await findOpenAttempts(db, orderId), clock.now());
}

async function open(
  context: PaymentsContext,
  orderId: string,
  kind: 'hosted' | 'pix',
): Promise<'CLOSED' | 'UNAVAILABLE' | null> {
  const added = await addAttempt(context, { orderId, kind });
  if (!added.ok) return added.code === 'TOO_MANY_ATTEMPTS' ? 'UNAVAILABLE' : 'CLOSED';
  return added.attempt.state === 'open' ? null : 'UNAVAILABLE';
}
