/** What can happen to a payment outside its API: the buyer's choice, the panel, the bank. */
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { SandboxContext } from './context.ts';
import { refundChange } from './refunds-api.ts';
import { changePayment, type PaymentChange, type PaymentRow } from './store.ts';

export const TRANSITIONS = [
  'approve',
  'reject',
  'cancel',
  'expire',
  'in_process',
  'mediation',
  'charge_back',
  'lose_charge_back',
  'reimburse',
  'win_dispute',
  'partial_refund',
  'refund',
] as const;
export type Transition = (typeof TRANSITIONS)[number];

const isOpen = (payment: PaymentRow) => payment.status === 'pending' || payment.status === 'in_process';
const isDisputed = (payment: PaymentRow) =>
  payment.status === 'in_mediation' || payment.status === 'charged_back';

function changeFor(to: Transition, payment: PaymentRow, options: TransitionOptions): PaymentChange | null {
  const when = (allowed: boolean, change: PaymentChange) => (allowed ? change : null);
  const paid = payment.status === 'approved';
  switch (to) {
    case 'approve':
      return when(isOpen(payment) || (options.afterExpiry === true && payment.status === 'cancelled'), {
        status: 'approved',
        status_detail: 'accredited',
        method: options.method ?? payment.method,
      });
    case 'reject':
      return when(isOpen(payment), {
        status: 'rejected',
        status_detail: options.detail ?? 'rejected_by_bank',
      });
    case 'cancel':
      return when(isOpen(payment), { status: 'cancelled', status_detail: 'by_payer' });
    case 'expire':
      return when(isOpen(payment), {
        status: 'cancelled',
        status_detail: 'expired',
        expires_at: options.now,
      });
    case 'in_process':
      return when(isOpen(payment), {
        status: 'in_process',
        status_detail: 'pending_contingency',
        expires_at: null,
      });
    case 'mediation':
      return when(paid, { status: 'in_mediation', status_detail: 'pending' });
    case 'charge_back':
      return when(paid || isDisputed(payment), { status: 'charged_back', status_detail: 'in_process' });
    case 'lose_charge_back':
      return when(isDisputed(payment), { status: 'charged_back', status_detail: 'settled' });
    case 'reimburse':
      return when(isDisputed(payment), { status: 'charged_back', status_detail: 'reimbursed' });
    case 'win_dispute':
      return when(isDisputed(payment), { status: 'approved', status_detail: 'accredited' });
    case 'partial_refund':
      return refundChange(
        payment,
        options.refundCentavos ?? Math.floor(centavosFromNumeric(payment.amount) / 2),
      );
    case 'refund':
      return refundChange(payment, null);
  }
}

interface TransitionOptions {
  now: Date;
  detail?: string;
  method?: string;
  refundCentavos?: number;
  /** Approves although the code was already dead: money under way when it expired. */
  afterExpiry?: boolean;
}

/** Null when there is no such payment; `moved` tells whether its state allowed the transition. */
export async function transition(
  context: SandboxContext,
  paymentId: string,
  to: Transition,
  options: Omit<TransitionOptions, 'now'> = {},
): Promise<{ payment: PaymentRow; moved: boolean } | null> {
  let moved = false;
  const payment = await changePayment(context, paymentId, async (current, client) => {
    const change = changeFor(to, current, { ...options, now: context.clock.now() });
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
