/** The seeded demonstration tells one story: sales without jumps, one figure for one thing, all of it from its orders. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminOverview, Sales } from '@mare/contract/admin/admin.ts';
import type { OrderDetail } from '@mare/contract/admin/order-detail.ts';
import type { FinanceReport } from '@mare/contract/admin/finance.ts';
import type { ShownDecision } from '@mare/contract/rifas/rifa-ending.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { demoBuyers, demoLogin } from '@mare/database/seed/demo-people.ts';
import { SEGMENTS, segmentOf } from '@mare/domain/personalization/segments.ts';
import { collectPayouts } from '../affiliates/payouts/collect-payouts.job.ts';
import { type DemoStory, startDemoStory } from './demo-story.testing.ts';

/** Whole days before today. */
const DAYS = 40;
const COMPARED_WITH = 3;
const DAY_MS = 86_400_000;

let shop: DemoStory;
beforeAll(async () => {
  shop = await startDemoStory();
}, 120_000);
afterAll(() => shop.stop());

interface Sold {
  id: string;
  cotas: number;
  centavos: number;
}

/** @param since ISO date, without sales; of all time if omitted */
async function soldByRifa(since = '2000-01-01'): Promise<Map<string, Sold>> {
  const { rows } = await sql<Sold>`
    select rifa_id as id, sum(quantity)::integer as cotas, (sum(total_amount) * 100)::integer as centavos
    from orders where status = 'paid' and paid_at > ${since}::date group by rifa_id`.execute(
    shop.platform.db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

test('people join every week, without jumps', async () => {
  const { rows } = await sql<{ people: number }>`
    select count(*)::integer as people from profiles
    where created_at > now() - interval '28 days' group by floor(extract(epoch from now() - created_at) / 604800)`.execute(
    shop.platform.db,
  );
  expect(rows).toHaveLength(4);
  const joined = rows.map(({ people }) => people);
  expect(Math.max(...joined) / Math.min(...joined)).toBeLessThan(3);
});

test('sells every day, without jumps', async () => {
  const { rows } = await sql<{ ago: number; cotas: number }>`
    select (now() at time zone 'America/Maceio')::date - (paid_at at time zone 'America/Maceio')::date as ago,
      sum(quantity)::integer as cotas
    from orders where status = 'paid' group by 1`.execute(shop.platform.db);
  const sold = new Map(rows.map(({ ago, cotas }) => [ago, cotas]));
  for (let ago = 1; ago <= DAYS; ago++) {
    const before = Array.from({ length: COMPARED_WITH }, (_, index) => sold.get(ago + index + 1) ?? 0);
    const usual = before.reduce((sum, cotas) => sum + cotas, 0) / COMPARED_WITH;
    expect((sold.get(ago) ?? 0) / usual).toBeGreaterThan(0.5);
    expect((sold.get(ago) ?? 0) / usual).toBeLessThan(1.8);
  }
});

test('shows the same sold cotas in the shop and in the panel', async () => {
  const sold = await soldByRifa();
  const cotasOf = (id: string) => sold.get(id)?.cotas ?? 0;
  const { activeRifas } = await shop.read<AdminOverview>('/api/admin/overview');
  expect(activeRifas.length).toBeGreaterThan(5);
  for (const { id, soldNumbers } of activeRifas) {
    expect(soldNumbers).toBe(cotasOf(id));
    expect((await shop.read<{ soldNumbers: number }>(`/api/rifas/${id}`)).soldNumbers).toBe(cotasOf(id));
    expect((await shop.read<{ soldNumbers: number }>(`/api/admin/rifas/${id}`)).soldNumbers).toBe(
      cotasOf(id),
    );
  }
});

test('shows the same revenue in the sales and in the books', async () => {
  const today = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  // Older drawn rifas still have commissions in the books.
  const sold = await soldByRifa(today(300));
  const finance = await shop.read<FinanceReport>(`/api/admin/finance?from=${today(300)}&to=${today(-1)}`);
  expect(finance.unbalanced).toEqual([]);
  for (const { rifaId, sales, refunds } of finance.rifas)
    expect(sales - refunds).toBe(sold.get(rifaId)?.centavos ?? 0);
  expect(finance.total.commissions).toBeGreaterThan(0);
  expect(finance.ofNoRifa.result).toBe(0);
  const { revenueCentavos } = await shop.read<Sales>('/api/admin/sales?period=year');
  expect(revenueCentavos).toBe(finance.total.sales - finance.total.refunds);
});

test('every profile has the totals and the segment of its orders', async () => {
  const { rows } = await sql<{
    id: string;
    segment: string;
    totalOrders: number;
    totalSpent: string;
    orders: number;
    spent: string;
    lastPaidAt: Date | null;
  }>`
    select p.id, p.segment, p.total_orders, p.total_spent, count(o.id)::integer as orders,
      coalesce(sum(o.total_amount), 0)::numeric(12, 2) as spent, max(o.paid_at) as last_paid_at
    from profiles p left join orders o on o.user_id = p.id and o.status = 'paid' group by p.id`.execute(
    shop.platform.db,
  );
  for (const { totalOrders, totalSpent, segment, orders, spent, lastPaidAt } of rows) {
    expect({ totalOrders, totalSpent }).toEqual({ totalOrders: orders, totalSpent: spent });
    const history = { paidOrders: orders, spentCentavos: centavosFromNumeric(spent), lastPaidAt };
    expect(segment).toBe(segmentOf(history, new Date()));
  }
  const segments = new Map(rows.map(({ id, segment }) => [id, segment]));
  for (const { id, segment } of [...demoBuyers, demoLogin('maria@exemplo.com.br')])
    expect([id, segments.get(id)]).toEqual([id, segment]);
  expect(new Set(segments.values())).toEqual(new Set(SEGMENTS));
});

test('no payout of a past 15th waits to be collected', async () => {
  expect(await collectPayouts(shop.platform)).toBe(0);
});

// @covers beyond: the demonstration's sales are spread over plausible buyers
//   [server/demo/rifas/choose-demo-buyer.ts, database/seed/demo-customers.ts]
test('no few buyers hold the sales', async () => {
  const { rows } = await sql<{ segment: string; spent: number }>`
    select p.segment, sum(o.total_amount)::float as spent
    from orders o join profiles p on p.id = o.user_id where o.status = 'paid'
    group by p.id order by spent desc`.execute(shop.platform.db);
  const sum = (of: typeof rows) => of.reduce((total, { spent }) => total + spent, 0);
  expect(rows.length).toBeGreaterThan(300);
  expect(sum(rows.slice(0, 6)) / sum(rows)).toBeLessThan(0.12);
  const vips = rows.filter(({ segment }) => segment === 'vip');
  expect(vips.length / rows.length).toBeLessThan(0.2);
  expect(sum(vips) / sum(rows)).toBeLessThan(0.6);
});

// @covers beyond: the demonstration's finished draws are of the last months, by the extractions of its simulated lottery
//   [server/demo/rifas/find-demo-draw.ts]
test('the finished draws are of the last months, by the extractions of the archive', async () => {
  const { rows } = await sql<{ sameBytes: boolean; winners: number; days: number }>`
    select result.raw_body = archive.raw_body as same_bytes,
      (now()::date - result.drawn_on::date) as days,
      (select count(*)::integer from rifa_winners w where w.rifa_id = draw.rifa_id) as winners
    from draws draw
    join lottery_results result on result.id = any (draw.result_ids)
    join lottery_extractions archive on archive.number = result.extraction and archive.source = 'official'
    order by result.extraction`.execute(shop.platform.db);
  expect(rows.map(({ winners }) => winners)).toEqual([3, 3, 3, 5]);
  const { winners } = await shop.read<{ winners: { prizeImage: string | null; rifaImage: string }[] }>(
    '/api/winners',
  );
  const pictures = winners.map(({ prizeImage, rifaImage }) => prizeImage ?? rifaImage);
  expect(new Set(pictures).size).toBe(14);
  for (const { sameBytes, days } of rows) {
    expect(sameBytes).toBe(true);
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThan(90);
  }
});

test('each milestone of a rifa was reached by an order of that moment', async () => {
  const wrong = sql<{ count: number }>`
    select count(*)::int from rifas cross join (values (50), (80), (100)) as milestone (percent)
    where (rifas.milestone >= percent) <> exists (
      select from draw_news news where rifa_id = rifas.id and key = 'milestone:' || percent and total_numbers * percent <= 100 * (
        select sum(item.quantity) from orders join order_items item on item.order_id = orders.id
        where item.rifa_id = rifas.id and status = 'paid' and paid_at <= news.created_at))`;
  expect(await shop.count(wrong)).toBe(0);
  expect(
    await shop.count(sql`select count(*)::int from draw_news where key = 'milestone:80'`),
  ).toBeGreaterThan(1);
});

test('the money of the cancelled rifa went back, order by order', async () => {
  const { rows: rifas } = await sql<{
    id: string;
    orderId: string;
    orders: number;
    centavos: number;
    wrong: number;
  }>`
    select rifas.id, min(orders.id::text) as order_id, count(*)::int as orders, (sum(orders.total_amount) * 100)::int as centavos,
      count(*) filter (where orders.status <> 'refunded' or orders.created_at > cancelled_at)::int as wrong
    from rifas join orders on orders.rifa_id = rifas.id where rifas.status = 'cancelled' group by rifas.id`.execute(
    shop.platform.db,
  );
  const [{ id, orderId, orders, centavos, wrong }] = rifas as [(typeof rifas)[number]];
  expect(orders).toBeGreaterThan(10);
  expect(wrong).toBe(0);
  const nothing = { orders: 0, centavos: 0 };
  const { refunds } = await shop.read<ManagedRifa>(`/api/admin/rifas/${id}`);
  expect(refunds).toEqual({
    done: { orders, centavos },
    underWay: nothing,
    unasked: nothing,
    waiting: nothing,
    elsewhere: nothing,
  });
  const order = await shop.read<OrderDetail>(`/api/admin/orders/${orderId}`);
  expect(order.returnedCentavos).toBe(order.totalCentavos);
});

// @covers beyond: the demonstration's vouchers are of services that were won in its draws
//   [server/demo/rifas/draw-demo-rifas.ts, database/seed/demo-winners.ts]
test('each voucher is of a service that its owner won in a draw', async () => {
  const { rows } = await sql<{ person: string; isWon: boolean; status: string }>`
    select profiles.email as person, status,
      coalesce(winner.user_id = voucher.user_id and prize.name = voucher.prize_name and prize.prize_type = 'service'
        and voucher.created_at between drawn_at and drawn_at + interval '1 hour'
        and lower(prize.service_type) = voucher.service_type and voucher.pin <> '', false) as is_won
    from service_vouchers voucher join profiles on profiles.id = voucher.user_id
    left join rifa_winners winner on winner.id = winner_id
    left join draws on draws.rifa_id = winner.rifa_id and draws.version = winner.draw_version
    left join rifa_prizes prize on prize.rifa_id = winner.rifa_id and prize.position = winner.winner_position`.execute(
    shop.platform.db,
  );
  expect(rows.filter(({ isWon }) => !isWon)).toEqual([]);
  const states = rows.map(({ status }) => status);
  expect(new Set(states)).toEqual(new Set(['pending', 'validated', 'expired']));
  const servicesWon = sql<{ count: number }>`
    select count(*)::int from rifa_winners winner join rifa_prizes prize
      on prize.rifa_id = winner.rifa_id and prize.position = winner.winner_position and prize_type = 'service'`;
  expect(await shop.count(servicesWon)).toBe(rows.length);
  const mostOfOne = sql<{ count: number }>`
    select max(prizes)::int as count from (select count(*) as prizes from rifa_winners group by rifa_id, user_id) as won`;
  expect(await shop.count(mostOfOne)).toBeLessThan(3);
});

test('claim, books and public log say what became of each voucher', async () => {
  const contradictions = sql<{ count: number }>`
    select count(*)::int from service_vouchers voucher left join prize_claims claim using (winner_id)
    left join rifa_winners winner on winner.id = voucher.winner_id
    cross join lateral (select coalesce(sum(amount), 0) as amount from ledger_entries
      where txn_key = 'voucher:' || voucher.id and account = 'partners_payable:' || partner_id
        and created_at = validated_at) as earned
    cross join lateral (select count(*) as times
      from (select kind, body from log_queue union all select kind, body from log_entries) as entry
      where kind = 'delivered' and convert_from(body, 'UTF8') like '%momento ' || to_char(
        validated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\\nrifa ' || winner.rifa_id
        || E'\\nposicao ' || winner_position || E'\\n%') as logged
    where not coalesce(claim.claim_until = expires_at and case status
      when 'validated' then claim.state = 'delivered' and delivered_at = validated_at and delivered_by is null
        and validated_at between voucher.created_at and expires_at
        and earned.amount = -commission_amount and commission_amount > 0 and logged.times = 1
      when 'expired' then claim.state = 'expired' and claim.expired_at = expires_at and expires_at < now()
        and earned.amount = 0 and logged.times = 0
      else claim.state = 'open' and expires_at > now() and earned.amount = 0 and logged.times = 0
    end, false)`;
  expect(await shop.count(contradictions)).toBe(0);
});

test('participants and winners were told of a finished draw when it happened', async () => {
  const late = sql<{ count: number }>`
    select count(*)::int from draw_news news join rifas on rifas.id = rifa_id and status = 'completed'
    where notified_at is distinct from news.created_at or mailed_at is distinct from news.created_at`;
  expect(await shop.count(late)).toBe(0);
  const untold = sql<{ count: number }>`
    select count(*)::int from rifa_winners winner where not exists (
      select from notifications told where occasion = 'prize:' || winner.id || ':won:'
        and told.user_id = winner.user_id and told.created_at = winner.created_at)`;
  expect(await shop.count(untold)).toBe(0);
  const unsent = sql<{ count: number }>`
    select count(*)::int from outbox where topic = 'prize' and state = 'waiting'`;
  expect(await shop.count(unsent)).toBe(0);
});

test('the team is late with no finished rifa, and has something to do', async () => {
  const waiting = await shop.read<{ decision: ShownDecision }[]>('/api/admin/rifa-decisions');
  expect(waiting.filter(({ decision }) => decision.kind === 'ending' && decision.isLate)).toEqual([]);
  const steps = waiting.map(({ decision }) => decision.kind === 'ending' && decision.step);
  expect(steps).toContain('books_closed');
});

test('an affiliate sold nothing before joining', async () => {
  const tooEarly = sql<{ count: number }>`
    select count(*)::int from orders join affiliates on affiliates.id = affiliate_id
    where orders.created_at < affiliates.created_at`;
  expect(await shop.count(tooEarly)).toBe(0);
});

test('services are rendered in the afternoon', async () => {
  const elsewhen = sql<{ count: number }>`
    select count(*)::int from service_vouchers where status = 'validated'
      and extract(hour from validated_at at time zone 'America/Maceio') not between 12 and 17`;
  expect(await shop.count(elsewhen)).toBe(0);
});

test('the books have the commissions of partners on the days of their statements', async () => {
  const { rows } = await sql<{ days: number; booked: number; used: number }>`
    select count(distinct coalesce(booked.day, used.day))::integer as days, sum(booked.amount)::integer as booked,
      sum(used.amount)::integer as used
    from (select created_at::date as day, sum(amount) as amount from ledger_entries
      where account = 'partner_commissions' group by 1) as booked
    full join (select validated_at::date as day, sum(commission_amount) as amount from service_vouchers
      where status = 'validated' group by 1) as used on used.day = booked.day and used.amount = booked.amount`.execute(
    shop.platform.db,
  );
  expect(rows).toEqual([{ days: 4, booked: 200, used: 200 }]);
});
