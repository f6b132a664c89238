/** Checks the database after a soak run for lost, duplicated or inconsistent data. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { AcknowledgedOrder } from './buyers/buy.testing.ts';
import type { People } from './buyers/people.testing.ts';
import { findMismatches } from './mismatches.testing.ts';
import type { SoakShop } from './shop/start-shop.testing.ts';

export interface Findings {
  /** Violations; empty when all invariants hold. */
  losses: string[];
  counts: Record<string, number>;
}

export async function findLosses(
  shop: SoakShop,
  people: People,
  acknowledged: readonly AcknowledgedOrder[],
  proof: string,
): Promise<Findings> {
  const losses = [
    ...(await findLostPurchases(shop, acknowledged)),
    ...(await findMismatches(shop, null)),
    ...(await findUnknownPayments(shop)),
    ...(await findRepeatedOrFailedWork(shop)),
    ...(await findDrawFaults(shop, people.rifas.drawn, proof)),
  ];
  return { losses, counts: await countAll(shop) };
}

async function rows<T extends object>(shop: SoakShop, sql: string, values: unknown[] = []): Promise<T[]> {
  return (await shop.pool.query<T>(sql, values)).rows;
}

async function findLostPurchases(
  shop: SoakShop,
  acknowledged: readonly AcknowledgedOrder[],
): Promise<string[]> {
  const stored = await rows<{ id: string; paid: boolean }>(
    shop,
    'select id, paid_at is not null as paid from orders where id = any($1)',
    [acknowledged.map(({ orderId }) => orderId)],
  );
  const paidById = new Map(stored.map((order) => [order.id, order.paid]));
  return acknowledged.flatMap(({ orderId, isPaid }) => {
    if (!paidById.has(orderId)) return [`order ${orderId} was acknowledged and is lost`];
    return isPaid && !paidById.get(orderId) ? [`order ${orderId} was shown as paid and is not`] : [];
  });
}

/** Checks that the provider took no money without an order. */
async function findUnknownPayments(shop: SoakShop): Promise<string[]> {
  const unknown = await rows<{ id: number }>(
    shop,
    `select id from sandbox.payments where approved_at is not null
       and external_reference not in (select external_reference from orders)`,
  );
  return unknown.map(({ id }) => `payment ${id} belongs to no order`);
}

/** Checks that no notification was sent twice, and no job was given up. */
async function findRepeatedOrFailedWork(shop: SoakShop): Promise<string[]> {
  const repeated = await rows<{ title: string; count: number }>(
    shop,
    `select min(title) as title, count(*) from notifications
      where occasion is null group by user_id, title, message, data having count(*) > 1`,
  );
  const failed = await rows<{ name: string; count: number }>(
    shop,
    `select name, count(*) from pgboss.job
      where state = 'failed' and name not in (select name from pgboss.schedule) group by 1`,
  );
  return [
    ...repeated.map(({ title, count }) => `"${title}" was sent ${count} times`),
    ...failed.map(({ name, count }) => `${count} jobs of ${name} were given up`),
  ];
}

async function findDrawFaults(shop: SoakShop, rifaId: string, proof: string): Promise<string[]> {
  const [rifa] = await rows<{ status: string; draws: number; winners: number }>(
    shop,
    `select status, (select count(*) from draws where rifa_id = $1) as draws,
            (select count(*) from rifa_winners where rifa_id = $1) as winners
       from rifas where id = $1`,
    [rifaId],
  );
  const { status, draws, winners } = rifa!;
  if (status !== 'completed' || draws !== 1 || winners !== 1)
    return [`the rifa is ${status} with ${draws} draws and ${winners} winners`];
  const verifier = join(import.meta.dirname, '../../tools/verifier/independent-check.mjs');
  const verified = spawnSync(process.execPath, [verifier, proof], { encoding: 'utf8' });
  return verified.status === 0 ? [] : [`the draw does not verify: ${verified.stdout}${verified.stderr}`];
}

async function countAll(shop: SoakShop): Promise<Record<string, number>> {
  const [counts] = await rows<Record<string, number>>(
    shop,
    `select (select count(*) from orders) as orders,
            (select count(*) from orders where status = 'paid') as paid,
            (select count(*) from orders where status = 'refunded') as refunded,
            (select count(*) from orders where status in ('cancelled', 'failed')) as ended,
            (select count(*) from sandbox.payments where approved_at is not null) as payments,
            (select count(*) from refunds where state = 'done') as refunds,
            (select sum(attempts)::int from sandbox.webhooks) as webhooks,
            (select count(*) from notifications) as notifications,
            (select count(*) from pgboss.job where state = 'completed') as jobs`,
  );
  return counts!;
}
