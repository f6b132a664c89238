/**
 * A sold-out rifa from the last sale to a verified draw. `FREEZE_NUMBERS=1000000 npx vitest run server/draws/list/freeze-many`
 * runs it with a million numbers and prints the duration of each step.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyDraw } from '@mare/domain/draws/verifying/verify-draw.ts';
import { drawRifa } from '../draw-rifa.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction } from '../draws.testing.ts';
import { readDrawAudit } from '../proofs/read-draw-audit.ts';
import { readProofs } from '../proofs/read-proofs.ts';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import { readList } from './read-list.ts';

const NUMBERS = Number(process.env.FREEZE_NUMBERS ?? 100_000);
const BUYERS = 1_000;
const COTAS = 10;

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

test(
  `a sold-out rifa of ${NUMBERS} numbers freezes, is drawn and verifies`,
  { timeout: 600_000 },
  async () => {
    const rifaId = await bed.rifa(NUMBERS);
    await sellAll(rifaId);
    const extraction = freshExtraction();
    await measure('freeze', () => bed.freeze(rifaId));
    await bed.seal(rifaId, extraction);
    await bed.waitForLottery();
    await bed.confirmOfficially(undefined, extraction);
    expect(await measure('draw', () => drawRifa(bed.platform, rifaId, withdrawVouchers))).toEqual({
      ok: true,
      version: 1,
    });
    const audit = await readDrawAudit(bed.db, rifaId, bed.clock.now());
    expect(audit!.list!.soldNumbers).toBe(NUMBERS);
    const list = await measure('read and hash', () => readList(bed.db, rifaId));
    const checked = await measure('verify', () => Promise.resolve(verifyDraw(audit!.record!, list)));
    expect(checked.ok).toBe(true);
    const proofs = await measure('prove ten cotas', () =>
      readProofs(bed.db, 'sold-in-bulk-0000000000007', { from: 0, to: COTAS }),
    );
    expect(proofs!.rifas[0]!.cotas).toHaveLength(COTAS);
    expect(proofs!.rifas[0]!.list!.root).toBe(list.root);
  },
);

async function measure<T>(label: string, work: () => Promise<T>): Promise<T> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  if (process.env.FREEZE_NUMBERS)
    process.stdout.write(
      `${label}: ${Math.round(performance.now() - start)} ms, of which ${Math.round((user + system) / 1000)} ms on a processor\n`,
    );
  return result;
}

/** Bulk-inserts paid orders of ten numbers each, bypassing checkout for speed. */
async function sellAll(rifaId: string): Promise<void> {
  const { db } = bed;
  await sql`
    with people as (
      insert into auth.users (id, email)
      select gen_random_uuid(), 'bulk' || n || '@exemplo.com.br' from generate_series(1, ${BUYERS}::integer) n
      returning id
    )
    insert into profiles (id) select id from people`.execute(db);
  await sql`
    with buyers as (
      select p.id, row_number() over (order by p.id) - 1 as place from profiles p
      join auth.users u on u.id = p.id where u.email like 'bulk%'
    ), sold as (
      insert into orders (id, external_reference, user_id, client_request_id, rifa_id, quantity, total_amount, customer,
        status, hold_expires_at, paid_at)
      select gen_random_uuid(), 'sold-in-bulk-' || lpad(n::text, 13, '0'), b.id, 'sold-in-bulk-' || n, ${rifaId},
        ${COTAS}, 20, '{"name": "Ana"}', 'paid', now(), now()
      from generate_series(0, ${NUMBERS / COTAS}::integer - 1) n
      join buyers b on b.place = n % ${BUYERS}
      returning id, external_reference
    )
    insert into order_items (order_id, rifa_id, quantity, unit_price, total_amount, selected_numbers)
    select id, ${rifaId}, ${COTAS}, 2, 20, array(
      select k * ${NUMBERS / COTAS}::integer + right(external_reference, 13)::integer + 1
      from generate_series(0, ${COTAS}::integer - 1) k order by 1)
    from sold`.execute(db);
  await db.updateTable('rifaCounters').set({ sold: NUMBERS }).where('rifaId', '=', rifaId).execute();
}
