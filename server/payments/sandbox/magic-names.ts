/** Payer first names that determine a payment's outcome, so that tests need no click on the payment page. */
import type pg from 'pg';
import type { SandboxContext } from './context.ts';
import { insertPayment, type PaymentRow } from './store.ts';

type Plan = { status: string; afterSeconds: number; twice?: boolean };

const PLANS: Record<string, Plan[]> = {
  APRO: [{ status: 'approved', afterSeconds: 2 }],
  RECU: [{ status: 'rejected', afterSeconds: 2 }],
  PEND: [],
  EXPI: [{ status: 'cancelled', afterSeconds: 2 }],
  TARDE: [
    { status: 'cancelled', afterSeconds: 2 },
    { status: 'approved', afterSeconds: 4 },
  ],
  DUPLO: [
    { status: 'approved', afterSeconds: 2 },
    { status: 'approved', afterSeconds: 3, twice: true },
  ],
};

export async function planMagic(
  context: SandboxContext,
  client: pg.ClientBase,
  payment: PaymentRow,
): Promise<void> {
  const name = payment.payer.first_name?.trim().split(/\s+/)[0]?.toUpperCase() ?? '';
  if (!Object.hasOwn(PLANS, name)) return;
  for (const plan of PLANS[name]!) {
    const target = plan.twice ? await insertPayment(context, client, payment) : payment;
    await client.query(
      'insert into sandbox.planned_transitions (payment_id, status, due_at) values ($1, $2, $3)',
      [target.id, plan.status, new Date(context.clock.now().getTime() + plan.afterSeconds * 1000)],
    );
  }
}
