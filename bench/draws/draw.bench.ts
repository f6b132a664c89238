/**
 * A draw with many participants: freezing, drawing, verifying and its news, `npm run bench -- draw`.
 *
 * Each step has its time, the processor time of this program, the longest transaction and the memory at its end. News are
 * written as notifications and queued as mails; sending the mails is up to the mail server.
 *
 * Options: `--participants N`, a power of ten (100,000), ten cotas each; `--json FILE` writes the results.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import startDatabase from '@mare/database/testing/database-setup.testing.ts';
import { verifyDraw } from '@mare/domain/draws/verifying/verify-draw.ts';
import { drawRifa } from '@mare/server/draws/draw-rifa.ts';
import { createDrawsTestbed, freshExtraction } from '@mare/server/draws/draws.testing.ts';
import { readList } from '@mare/server/draws/list/read-list.ts';
import { mailDrawNewsJob, notifyDrawNewsJob } from '@mare/server/draws/news/deliver-draw-news.job.ts';
import { readDrawAudit } from '@mare/server/draws/proofs/read-draw-audit.ts';
import { withdrawVouchers } from '@mare/server/partners/vouchers/withdraw-vouchers.ts';

const COTAS = 10;
const SAMPLE_MS = 50;
const MB = 1_000_000;

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, participants: { type: 'string', default: '100000' } },
});
const participants = Number(options.participants);
const numbers = participants * COTAS;

interface Step {
  step: string;
  seconds: number;
  /** Processor seconds of this program, without PostgreSQL. */
  processorSeconds: number;
  longestTransactionMs: number;
  residentMb: number;
}

const stopDatabase = await startDatabase();
const bed = await createDrawsTestbed();
const steps: Step[] = [];
try {
  const rifaId = await bed.rifa(numbers);
  await sellAll(rifaId);
  const extraction = freshExtraction();
  await measure('freeze', () => bed.freeze(rifaId));
  await measure('news of the freeze', () => deliverNews(rifaId));
  const sealed = await bed.seal(rifaId, extraction);
  if (!sealed.ok) throw new Error(sealed.code);
  await measure('news of the seal', () => deliverNews(rifaId));
  await bed.waitForLottery();
  await bed.confirmOfficially(undefined, extraction);
  await measure('draw', () => drawRifa(bed.platform, rifaId, withdrawVouchers));
  await measure('news of the draw', () => deliverNews(rifaId));
  await measure('verify', async () => {
    const audit = await readDrawAudit(bed.db, rifaId, bed.clock.now());
    if (!verifyDraw(audit!.record!, await readList(bed.db, rifaId)).ok) throw new Error('does not verify');
  });
  const notified = await bed.db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  console.table(steps);
  console.log(`${notified.count} notifications for ${participants} participants`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(steps, null, 2)}\n`);
} finally {
  await bed.close();
  await stopDatabase();
}

/** Runs the jobs like the queue: repeatedly while they report unsent news. */
async function deliverNews(rifaId: string): Promise<void> {
  const hasUnsentNews = async () => {
    const row = await bed.db
      .selectFrom('drawNews')
      .select('id')
      .where('rifaId', '=', rifaId)
      .where((eb) => eb.or([eb('notifiedAt', 'is', null), eb('mailedAt', 'is', null)]))
      .executeTakeFirst();
    return row !== undefined;
  };
  while (await hasUnsentNews()) {
    await notifyDrawNewsJob.handle(bed.platform, { rifaId });
    await mailDrawNewsJob.handle(bed.platform, { rifaId });
  }
}

async function measure(step: string, work: () => Promise<unknown>): Promise<void> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  let longestTransactionMs = 0;
  let residentMb = process.memoryUsage.rss() / MB;
  const readLongest = async () => {
    const { rows } = await sql<{ ms: number }>`
      select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0)::integer as ms
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(
      bed.db,
    );
    longestTransactionMs = Math.max(longestTransactionMs, rows[0]!.ms);
  };
  const sample = setInterval(() => {
    residentMb = Math.max(residentMb, process.memoryUsage.rss() / MB);
    void readLongest();
  }, SAMPLE_MS);
  try {
    await work();
  } finally {
    clearInterval(sample);
  }
  const { user, system } = process.cpuUsage(before);
  steps.push({
    step,
    seconds: round((performance.now() - started) / 1000),
    processorSeconds: round((user + system) / 1e6),
    longestTransactionMs,
    residentMb: Math.round(residentMb),
  });
  console.log(steps.at(-1));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Paid orders of ten numbers, one per participant, written in bulk. */
async function sellAll(rifaId: string): Promise<void> {
  const { db } = bed;
  await sql`
    with people as (
      insert into auth.users (id, email)
      select gen_random_uuid(), 'bulk' || n || '@exemplo.com.br' from generate_series(1, ${participants}::integer) n
      returning id, email
    )
    insert into profiles (id, email, name) select id, email, 'Ana' from people`.execute(db);
  await sql`
    with buyers as (
      select id, row_number() over (order by id) - 1 as place from profiles where email like 'bulk%'
    ), sold as (
      insert into orders (id, external_reference, user_id, client_request_id, rifa_id, quantity, total_amount, customer,
        status, hold_expires_at, paid_at)
      select gen_random_uuid(), 'sold-in-bulk-' || lpad(place::text, 13, '0'), id, 'sold-in-bulk-' || place, ${rifaId},
        ${COTAS}, 20, '{"name": "Ana"}', 'paid', now(), now()
      from buyers
      returning id, external_reference
    )
    insert into order_items (order_id, rifa_id, quantity, unit_price, total_amount, selected_numbers)
    select id, ${rifaId}, ${COTAS}, 2, 20, array(
      select k * ${participants}::integer + right(external_reference, 13)::integer + 1
      from generate_series(0, ${COTAS}::integer - 1) k order by 1)
    from sold`.execute(db);
  await db.updateTable('rifaCounters').set({ sold: numbers }).where('rifaId', '=', rifaId).execute();
}
