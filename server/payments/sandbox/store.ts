/** Stores the sandbox's payments and preferences in PostgreSQL. Payments are only changed through `changePayment`. */
import type pg from 'pg';
import { withConnection } from '@mare/database/connection/connect.ts';
import type { SandboxContext } from './context.ts';

export interface PaymentRow {
  id: number;
  preference_id: string | null;
  external_reference: string | null;
  status: string;
  status_detail: string;
  /** Reais, as `numeric` text. */
  amount: string;
  refunded: string;
  method: string;
  description: string;
  payer: { email?: string; first_name?: string; last_name?: string };
  notification_url: string | null;
  end_to_end_id: string | null;
  created_at: Date;
  updated_at: Date;
  approved_at: Date | null;
  expires_at: Date | null;
}

export interface PreferenceBody {
  items: { id: string; title: string; quantity: number; unit_price: number }[];
  payer?: { name?: string; surname?: string; email?: string };
  back_urls?: { success?: string; pending?: string; failure?: string };
  notification_url?: string;
  external_reference?: string;
  expires?: boolean;
  expiration_date_to?: string;
  date_of_expiration?: string;
  [field: string]: unknown;
}

export interface PreferenceRow {
  id: string;
  merchant_order_id: number;
  body: PreferenceBody;
  created_at: Date;
}

export type NewPayment = Pick<PaymentRow, 'amount' | 'description' | 'payer'> &
  Partial<
    Pick<
      PaymentRow,
      | 'preference_id'
      | 'external_reference'
      | 'notification_url'
      | 'expires_at'
      | 'method'
      | 'status'
      | 'status_detail'
    >
  >;

export type PaymentChange = Partial<
  Pick<PaymentRow, 'status' | 'status_detail' | 'refunded' | 'method' | 'expires_at'>
>;

export function inSandboxTransaction<T>(
  context: SandboxContext,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return withConnection(context.pool, async (client) => {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  });
}

export async function insertPayment(
  context: SandboxContext,
  db: pg.ClientBase | pg.Pool,
  payment: NewPayment,
): Promise<PaymentRow> {
  const { rows } = await db.query<PaymentRow>(
    `insert into sandbox.payments (preference_id, external_reference, status, status_detail, amount, description, payer,
       notification_url, expires_at, method, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning *`,
    [
      payment.preference_id ?? null,
      payment.external_reference ?? null,
      payment.status ?? 'pending',
      payment.status_detail ?? 'pending_waiting_transfer',
      payment.amount,
      payment.description,
      payment.payer,
      payment.notification_url ?? null,
      payment.expires_at ?? null,
      payment.method ?? 'pix',
      context.clock.now(),
    ],
  );
  await queueWebhook(context, db, rows[0]!, 'payment.created');
  return rows[0]!;
}

type Decide = (
  payment: PaymentRow,
  client: pg.PoolClient,
) => Promise<PaymentChange | null> | PaymentChange | null;

/**
 * Changes a locked payment. `decide` gets it with its expiry applied and returns the change, or null for none. The
 * change and its webhook commit in one transaction.
 */
export async function changePayment(
  context: SandboxContext,
  id: string,
  decide: Decide,
): Promise<PaymentRow | null> {
  const changed = await inSandboxTransaction(context, (client) =>
    changePaymentIn(context, client, id, decide),
  );
  context.triggerSender();
  return changed;
}

/** Within the transaction of `client`, which triggers the sender when it has committed. */
export async function changePaymentIn(
  context: SandboxContext,
  client: pg.PoolClient,
  id: string,
  decide: Decide,
): Promise<PaymentRow | null> {
  if (!/^\d{1,18}$/.test(id)) return null;
  const { rows } = await client.query<PaymentRow>('select * from sandbox.payments where id = $1 for update', [
    id,
  ]);
  if (!rows[0]) return null;
  const expired = expiryOf(context, rows[0]);
  const payment = expired ? await store(context, client, rows[0], expired) : rows[0];
  const change = await decide(payment, client);
  return change ? store(context, client, payment, change) : payment;
}

export const readPayment = (context: SandboxContext, id: string) => changePayment(context, id, () => null);

function expiryOf(context: SandboxContext, payment: PaymentRow): PaymentChange | null {
  const isOver =
    payment.status === 'pending' && payment.expires_at !== null && payment.expires_at <= context.clock.now();
  return isOver ? { status: 'cancelled', status_detail: 'expired' } : null;
}

async function store(
  context: SandboxContext,
  client: pg.PoolClient,
  payment: PaymentRow,
  change: PaymentChange,
) {
  const next = { ...payment, ...change };
  const now = context.clock.now();
  const approvedNow = next.status === 'approved' && payment.approved_at === null;
  // Strictly increasing, even for two changes within a millisecond.
  const updatedAt = new Date(Math.max(now.getTime(), payment.updated_at.getTime() + 1));
  const { rows } = await client.query<PaymentRow>(
    `update sandbox.payments set status = $2, status_detail = $3, refunded = $4, method = $5, expires_at = $6,
       updated_at = $7, approved_at = $8, end_to_end_id = $9 where id = $1 returning *`,
    [
      payment.id,
      next.status,
      next.status_detail,
      next.refunded,
      next.method,
      next.expires_at,
      updatedAt,
      approvedNow ? now : payment.approved_at,
      approvedNow && next.method === 'pix' ? endToEndId(context, now) : payment.end_to_end_id,
    ],
  );
  await queueWebhook(context, client, rows[0]!, 'payment.updated');
  return rows[0]!;
}

/** In the format of the Pix network, with an unassigned bank code. */
function endToEndId(context: SandboxContext, now: Date): string {
  const minute = now.toISOString().replace(/\D/g, '').slice(0, 12);
  return `E99999999${minute}${context.random.bytes(6).toString('hex').slice(0, 11)}`;
}

async function queueWebhook(
  context: SandboxContext,
  db: pg.ClientBase | pg.Pool,
  payment: PaymentRow,
  action: string,
) {
  if (!payment.notification_url) return;
  const now = context.clock.now();
  // The provider drops a failing older delivery once a newer state is to be delivered.
  await db.query(
    `update sandbox.webhooks set state = 'dropped' where payment_id = $1 and state = 'waiting' and attempts > 0`,
    [payment.id],
  );
  await db.query(
    `insert into sandbox.webhooks (payment_id, action, url, next_attempt_at, created_at)
     select $1, $2, $3, $4, $5 from generate_series(1, $6)`,
    [
      payment.id,
      action,
      payment.notification_url,
      new Date(now.getTime() + context.webhooks.delayMs),
      now,
      context.webhooks.copies,
    ],
  );
}

export async function findPreference(context: SandboxContext, id: string): Promise<PreferenceRow | null> {
  if (!/^[\w-]{1,64}$/.test(id)) return null;
  const { rows } = await context.pool.query<PreferenceRow>(
    'select * from sandbox.preferences where id = $1',
    [id],
  );
  return rows[0] ?? null;
}

export function preferenceTotal(preference: PreferenceRow): number {
  const centavos = preference.body.items.map((item) => Math.round(item.unit_price * 100) * item.quantity);
  return centavos.reduce((sum, one) => sum + one, 0);
}

export function preferenceIsOver(context: SandboxContext, { body }: PreferenceRow): boolean {
  return (
    body.expires === true &&
    !!body.expiration_date_to &&
    new Date(body.expiration_date_to) <= context.clock.now()
  );
}
