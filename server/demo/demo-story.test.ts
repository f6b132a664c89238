/** Consistency of the seeded demonstration: steady sales, and visits, mails, draws and vouchers that match its orders. */
import type { CampaignRow } from '@mare/contract/campaigns/campaigns-admin.ts';
import type { Funnel } from '@mare/contract/admin/analytics.ts';
import type { MailMetrics } from '@mare/contract/campaigns/automations-admin.ts';
import type { MailStats } from '@mare/contract/campaigns/mail-content.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShownDecision } from '@mare/contract/rifas/rifa-ending.ts';
import { sql } from 'kysely';
import { assertLoggedOnce } from '../transparency/copied-log.testing.ts';
import { startDemoStory, type DemoStory } from './demo-story.testing.ts';
/** Whole days before today. */
const DAYS = 40;
const COMPARED_DAYS = 3;

let shop: DemoStory;
beforeAll(async () => {
  shop = await startDemoStory();
}, 120_000);
afterAll(() => shop.stop());

const expectPlausibleStats = (stats: MailStats) => {
  expect(stats.clicked).toBeLessThanOrEqual(stats.opened);
  expect(stats.opened).toBeLessThanOrEqual(stats.delivered);
  expect(stats.buyers).toBeLessThanOrEqual(stats.clicked);
  expect(stats.buyers).toBeLessThanOrEqual(stats.orders);
};

test('has steady weekly sign-ups', async () => {
  const { rows } = await sql<{ people: number }>`
    select count(*)::integer as people from profiles
    where created_at > now() - interval '28 days' group by floor(extract(epoch from now() - created_at) / 604800)`.execute(
    shop.platform.db,
  );
  expect(rows).toHaveLength(4);
  const joined = rows.map(({ people }) => people);
  expect(Math.max(...joined) / Math.min(...joined)).toBeLessThan(3);
});

test('has steady daily sales', async () => {
  const { rows } = await sql<{ ago: number; cotas: number }>`
    select (now() at time zone 'America/Maceio')::date - (paid_at at time zone 'America/Maceio')::date as ago,
      sum(quantity)::integer as cotas
    from orders where status = 'paid' group by 1`.execute(shop.platform.db);
  const sold = new Map(rows.map(({ ago, cotas }) => [ago, cotas]));
  for (let daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
    const before = Array.from({ length: COMPARED_DAYS }, (_, index) => sold.get(daysAgo + index + 1) ?? 0);
    const average = before.reduce((sum, cotas) => sum + cotas, 0) / COMPARED_DAYS;
    expect((sold.get(daysAgo) ?? 0) / average).toBeGreaterThan(0.5);
    expect((sold.get(daysAgo) ?? 0) / average).toBeLessThan(1.8);
  }
});

// @covers beyond: the demonstration's sales are spread over plausible buyers
//   [server/demo/rifas/choose-demo-buyer.ts, database/seed/demo-customers.ts]
test('spreads the sales over many buyers', async () => {
  const { rows } = await sql<{ segment: string; spent: number }>`
    select p.segment, sum(o.total_amount)::float as spent
    from orders o join profiles p on p.id = o.user_id where o.status = 'paid'
    group by p.id order by spent desc`.execute(shop.platform.db);
  const sumSpent = (buyers: typeof rows) => buyers.reduce((total, { spent }) => total + spent, 0);
  expect(rows.length).toBeGreaterThan(300);
  expect(sumSpent(rows.slice(0, 6)) / sumSpent(rows)).toBeLessThan(0.12);
  const vips = rows.filter(({ segment }) => segment === 'vip');
  expect(vips.length / rows.length).toBeLessThan(0.2);
  expect(sumSpent(vips) / sumSpent(rows)).toBeLessThan(0.6);
});

// @covers beyond: the demonstration's finished draws are of the last months, by the extractions of its simulated lottery
//   [server/demo/rifas/find-demo-draw.ts]
test('has finished draws of the last months, by extractions of the archive', async () => {
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

test('reaches each milestone of a rifa at the time of an order', async () => {
  const mismatches = sql<{ count: number }>`
    select count(*)::int from rifas cross join (values (50), (80), (100)) as milestone (percent)
    where (rifas.milestone >= percent) <> exists (
      select from draw_news news where rifa_id = rifas.id and key = 'milestone:' || percent and total_numbers * percent <= 100 * (
        select sum(item.quantity) from orders join order_items item on item.order_id = orders.id
        where item.rifa_id = rifas.id and status = 'paid' and paid_at <= news.created_at))`;
  expect(await shop.count(mismatches)).toBe(0);
  expect(
    await shop.count(sql`select count(*)::int from draw_news where key = 'milestone:80'`),
  ).toBeGreaterThan(1);
});

// @covers beyond: the demonstration's vouchers are of services that were won in its draws
//   [server/demo/rifas/draw-demo-rifas.ts, database/seed/demo-winners.ts]
test('has vouchers only of services that their owners won in a draw', async () => {
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
  const mostPrizesOfOneWinner = sql<{ count: number }>`
    select max(prizes)::int as count from (select count(*) as prizes from rifa_winners group by rifa_id, user_id) as won`;
  expect(await shop.count(mostPrizesOfOneWinner)).toBeLessThan(3);
});

test('logs of each rifa once what an honest shop logs once', async () => {
  await expect(assertLoggedOnce(shop.platform)).resolves.toBeUndefined();
});

test('records the outcome of each voucher in claim, ledger and public log', async () => {
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

test('notified participants and winners at the time of each finished draw', async () => {
  const late = sql<{ count: number }>`
    select count(*)::int from draw_news news join rifas on rifas.id = rifa_id and status = 'completed'
    where notified_at is distinct from news.created_at or mailed_at is distinct from news.created_at`;
  expect(await shop.count(late)).toBe(0);
  const unnotified = sql<{ count: number }>`
    select count(*)::int from rifa_winners winner where not exists (
      select from notifications notice where occasion = 'prize:' || winner.id || ':won:'
        and notice.user_id = winner.user_id and notice.created_at = winner.created_at)`;
  expect(await shop.count(unnotified)).toBe(0);
  const unsent = sql<{ count: number }>`
    select count(*)::int from outbox where topic = 'prize' and state = 'waiting'`;
  expect(await shop.count(unsent)).toBe(0);
});

test('has an open step of a finished rifa, and no late one', async () => {
  const waiting = await shop.read<{ decision: ShownDecision }[]>('/api/admin/rifa-decisions');
  expect(waiting.filter(({ decision }) => decision.kind === 'ending' && decision.isLate)).toEqual([]);
  const steps = waiting.map(({ decision }) => decision.kind === 'ending' && decision.step);
  expect(steps).toContain('books_closed');
});

test('has no sale of an affiliate before the sign-up', async () => {
  const tooEarly = sql<{ count: number }>`
    select count(*)::int from orders join affiliates on affiliates.id = affiliate_id
    where orders.created_at < affiliates.created_at`;
  expect(await shop.count(tooEarly)).toBe(0);
});

test('redeems services in the afternoon, and creates and sends campaigns by day', async () => {
  const outsideHours = sql<{ count: number }>`
    select count(*)::int from service_vouchers where status = 'validated'
      and extract(hour from validated_at at time zone 'America/Maceio') not between 12 and 17`;
  expect(await shop.count(outsideHours)).toBe(0);
  const atNight = sql<{ count: number }>`
    select count(*)::int from email_campaigns, unnest(array[created_at, started_at]) as moment
    where extract(hour from moment at time zone 'America/Maceio') not between 8 and 18`;
  expect(await shop.count(atNight)).toBe(0);
});

// @covers beyond: the demonstration's mails follow sign-ups and carts [server/demo/community/add-demo-campaigns.ts]
test('sends mails after sign-ups and carts, with sales only after clicks', async () => {
  const { automations } = await shop.read<MailMetrics>('/api/admin/mail-metrics');
  const { rows: campaigns } = await shop.read<{ rows: CampaignRow[] }>('/api/admin/campaigns');
  for (const { stats } of [...automations, ...campaigns]) expectPlausibleStats(stats);
  const statsOf = (key: string) => automations.find((automation) => automation.key === key)!.stats;
  expect(statsOf('welcome').orders).toBeGreaterThan(0);
  expect(statsOf('abandoned_cart').orders).toBeGreaterThan(0);
  const misdated = sql<{ count: number }>`
    select count(*)::int from email_messages mail join profiles on profiles.id = mail.user_id
    where automation = 'welcome' and run_started_at <> profiles.created_at or clicked_at > now() or opened_at < sent_at`;
  expect(await shop.count(misdated)).toBe(0);
});

test('records the acceptance of the terms with the sign-up', async () => {
  const later = sql<{ count: number }>`
    select count(*)::int from terms_acceptances join profiles on profiles.id = user_id
    where accepted_at <> profiles.created_at`;
  expect(await shop.count(later)).toBe(0);
});

test('measures no visit before a consent, and no consent before the sign-up', async () => {
  const tooEarly = sql<{ count: number }>`
    select count(*)::int from customer_interactions step
    join consents using (user_id) join profiles on profiles.id = user_id
    where step.created_at < decided_at or decided_at < profiles.created_at or step.created_at > now()`;
  expect(await shop.count(tooEarly)).toBe(0);
});

// @covers beyond: the demonstration's carts are recovered by orders [server/demo/visitors/add-demo-carts.ts]
test('recovers a cart exactly if its buyer paid for that rifa afterwards', async () => {
  const mismatches = sql<{ count: number }>`
    select count(*)::int from abandoned_cart_tracking cart
    where (recovered_at is not null) <> exists (
      select from orders where status = 'paid' and orders.user_id = cart.user_id and orders.rifa_id = cart.rifa_id
        and orders.created_at >= cart.abandoned_at and orders.paid_at = coalesce(cart.recovered_at, orders.paid_at))`;
  expect(await shop.count(mismatches)).toBe(0);
  const carts = await shop.read<{ carts: number; recovered: number }>('/api/admin/abandoned-carts');
  expect(carts.recovered).toBeGreaterThan(10);
  expect(carts.carts).toBeGreaterThan(2 * carts.recovered);
});

// @covers beyond: the demonstration's experiments count its orders [server/demo/visitors/add-demo-experiments.ts]
test('counts in an experiment only orders during its run, after an impression', async () => {
  const mismatches = sql<{ count: number }>`
    select count(*)::int from ab_test_events event join ab_tests test on test.id = event.test_id
    left join orders on orders.id = event.order_id
    where event.created_at < test.created_at or event_type = 'conversion' and (
      orders.status <> 'paid' or event.created_at <> orders.created_at or not exists (
        select from ab_test_events seen where seen.session_id = event.session_id
          and seen.event_type = 'impression' and seen.created_at < event.created_at))`;
  expect(await shop.count(mismatches)).toBe(0);
});

// @covers beyond: the demonstration's funnel leads to its orders [server/demo/visitors/add-demo-visits.ts]
test('matches the funnel with the orders of each source, on their days', async () => {
  const { total, sources } = await shop.read<Funnel>('/api/admin/funnel?days=30');
  expect(total.paid / total.visits).toBeGreaterThan(0.05);
  expect(total.paid / total.visits).toBeLessThan(0.15);
  for (const { paid, visits } of sources) {
    expect(paid).toBeGreaterThan(0);
    expect(paid).toBeLessThan(visits / 4);
  }
  const mismatched = sql<{ count: number }>`
    select count(*)::int from visits join orders on orders.id = visits.order_id
    where (source = 'Afiliados') <> (affiliate_id is not null)
      or day <> (orders.created_at at time zone 'America/Maceio')::date`;
  expect(await shop.count(mismatched)).toBe(0);
  const unclicked = sql<{ count: number }>`
    select count(*)::int from affiliates where
      (select count(*) from affiliate_clicks clicks where clicks.affiliate_code = affiliates.affiliate_code)
        < 2 * (select count(*) from orders where orders.affiliate_id = affiliates.id)`;
  expect(await shop.count(unclicked)).toBe(0);
  const unclickedRifas = sql<{ count: number }>`
    select count(*)::int from (
      select affiliates.affiliate_code, line.rifa_id, count(*) as sales
      from affiliates join orders on orders.affiliate_id = affiliates.id join order_items line on line.order_id = orders.id
      group by 1, 2) as sold
    where (select count(*) from affiliate_rifa_clicks clicks
      where clicks.affiliate_code = sold.affiliate_code and clicks.rifa_id = sold.rifa_id) < 2 * sold.sales`;
  expect(await shop.count(unclickedRifas)).toBe(0);
});
