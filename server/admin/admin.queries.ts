import { sql } from 'kysely';
import type { AdminOverview, RecentOrder } from '@mare/contract/admin/admin.ts';
import type { Database } from '@mare/database/connect.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';

/** Overdue draws and tickets. */
export async function countOverdueWork(
  db: Database,
  now: Date,
): Promise<{ draws: number; tickets: number; approvals: number }> {
  const { rows } = await sql<{ draws: number; tickets: number; approvals: number }>`
    select
      (select count(*)::int from rifas where status in ('active', 'closed') and draw_date <= ${now}) as draws,
      (select count(*)::int from support_tickets
        where status in ('open', 'in_progress', 'escalated') and sla_response_due <= ${now}) as tickets,
      (select count(*)::int from approvals where state = 'waiting') as approvals
  `.execute(db);
  return rows[0]!;
}

/** Newest first. */
export function selectActiveRifas(db: Database): Promise<AdminOverview['activeRifas']> {
  return db
    .selectFrom('rifas')
    .select(['id', 'title', 'soldNumbers', 'totalNumbers'])
    .where('status', '=', 'active')
    .orderBy('createdAt', 'desc')
    .execute();
}

/** Newest first. */
export async function selectRecentOrders(db: Database, limit: number): Promise<RecentOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.userId')
    .innerJoin('rifas', 'rifas.id', 'orders.rifaId')
    .select(['orders.id', 'orders.externalReference', 'orders.quantity', 'orders.totalAmount'])
    .select(['orders.paymentStatus', 'orders.createdAt', 'rifas.title as rifaTitle'])
    .select(['profiles.name as buyerName', 'profiles.email as buyerEmail'])
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id')
    .limit(limit)
    .execute();
  return rows.map(({ totalAmount, paymentStatus, createdAt, ...order }) => ({
    ...order,
    totalCentavos: centavosFromNumeric(totalAmount),
    paymentStatus: paymentStatus as RecentOrder['paymentStatus'],
    createdAt: createdAt.toISOString(),
  }));
}
