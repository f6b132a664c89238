/** Payment transitions outside the API: by the buyer, the provider's panel or the bank. */
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { SandboxContext } from './context.ts';
import { refundChange } from './api/refunds-api.ts';
import { changePayment, type PaymentChange, type PaymentRow } from './store.ts';

interface TransitionOptions {
  now: Date;
  detail?: string;
  method?: string;
  refundCentavos?: number;
  /** Approves an expired payment: its money was in flight at expiry. */
  afterExpiry?: boolean;
}

type Rule = (payment: PaymentRow, options: TransitionOptions) => PaymentChange | null;

const when = (allowed: boolean, change: PaymentChange) => (allowed ? change : null);
const isOpen = (payment: PaymentRow) => payment.status === 'pending' || payment.status === 'in_process';
const isPaid = (payment: PaymentRow) => payment.status === 'approved';
const isDisputed = (payment: PaymentRow) =>
  payment.status === 'in_mediation' || payment.status === 'charged_back';

/** Change made by each transition; null if the payment's state does not allow it. */
const RULES = {
  approve: (payment, { afterExpiry, method }) =>
    when(isOpen(payment) || (afterExpiry === true && payment.status === 'cancelled'), {
      status: 'approved',
      status_detail: 'accredited',
      method: method ?? payment.method,
    }),
  reject: (payment, { detail }) =>
    when(isOpen(payment), { status: 'rejected', status_detail: detail ?? 'rejected_by_bank' }),
  cancel: (payment) => when(isOpen(payment), { status: 'cancelled', status_detail: 'by_payer' }),
  expire: (payment, { now }) =>
    when(isOpen(payment), { status: 'cancelled', status_detail: 'expired', expires_at: now }),
  in_process: (payment) =>
    when(isOpen(payment), { status: 'in_process', status_detail: 'pending_contingency', expires_at: null }),
  mediation: (payment) => when(isPaid(payment), { status: 'in_mediation', status_detail: 'pending' }),
  charge_back: (payment) =>
    when(isPaid(payment) || isDisputed(payment), { status: 'charged_back', status_detail: 'in_process' }),
  lose_charge_back: (payment) =>
    when(isDisputed(payment), { status: 'charged_back', status_detail: 'settled' }),
  reimburse: (payment) => when(isDisputed(payment), { status: 'charged_back', status_detail: 'reimbursed' }),
  win_dispute: (payment) => when(isDisputed(payment), { status: 'approved', status_detail: 'accredited' }),
  /** The bank reverses its decision for the payer and returns the money to the shop. */
  reverse_charge_back: (payment) =>
    when(payment.status === 'charged_back' && payment.status_detail === 'settled', {
      status: 'approved',
      status_detail: 'accredited',
    }),
  partial_refund: (payment, { refundCentavos }) =>
    refundChange(payment, refundCentavos ?? Math.floor(centavosFromNumeric(payment.amount) / 2)),
  refund: (payment) => refundChange(payment, null),
} satisfies Record<string, Rule>;

export type Transition = keyof typeof RULES;
export const TRANSITIONS = Object.keys(RULES) as Transition[];

/** @returns null for an unknown payment; `moved` is whether its state allowed the transition */
export async function transition(
  context: SandboxContext,
  paymentId: string,
  to: Transition,
  options: Omit<TransitionOptions, 'now'> = {},
): Promise<{ payment: PaymentRow; moved: boolean } | null> {
  let moved = false;
  const payment = await changePayment(context, paymentId, async (current, client) => {
    const change = RULES[to](current, { ...options, now: context.clock.now() });
    moved = change !== null;
    if (moved && to === 'charge_back')
      await client.query('insert into sandbox.chargebacks (payment_id, created_at) values ($1, $2)', [
        current.id,
        context.clock.now(),
      ]);
    return change;
  });
  return payment && { payment, moved };
}
