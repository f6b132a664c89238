/**
 * The owner of the database changes what the pages show, and leaves the seal's text and the public log. The offline
 * verifier and the shop's daily check must name it.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDraws } from '../checking/check-draws.job.ts';
import { deliverInstantPrize } from '../instant/deliver-instant-prize.ts';
import { deliverPrize } from '../prizes/delivery/deliver-prize.ts';
import { applyBeaconRounds } from '../instant/hiding/apply-beacon-rounds.job.ts';
import { readInstantPrizes } from '../instant/read-instant-prizes.ts';
import { writeInstantPrizes } from '../instant/edit-instant-prizes.ts';
import { hideInstantPrizes } from '../instant/hiding/hide-instant-prizes.ts';
import { createWitnessedShop, type WitnessedShop } from './witnessed-shop.testing.ts';

const DAY_S = 86_400;
const REGULATION = 'Quem achar a cota leva o prêmio.';

let shop: WitnessedShop;
let drawnRifa: Awaited<ReturnType<WitnessedShop['makeSealedRifa']>>;
beforeAll(async () => {
  shop = await createWitnessedShop();
  drawnRifa = await shop.makeSealedRifa(placePrizes, writeTerms);
  await shop.finishDraw(drawnRifa.rifaId, drawnRifa.extraction);
});
afterAll(() => shop.close());

/** A regulation, and cotas premiadas by the beacon of the demonstration. */
const writeTerms = (rifaId: string) =>
  shop.bed.db.transaction().execute(async (trx) => {
    await sql`update rifas set published_at = null where id = ${rifaId}`.execute(trx);
    await sql`insert into rifa_legal (rifa_id, route, regulation, regulation_sha256)
      values (${rifaId}, 'none', ${REGULATION}, encode(sha256(convert_to(${REGULATION}, 'UTF8')), 'hex'))`.execute(
      trx,
    );
    await writeInstantPrizes(trx, rifaId, [
      { name: 'Fone', valueCentavos: null, count: 2 },
      { name: 'Caneca', valueCentavos: 2_000, count: 1 },
    ]);
    await hideInstantPrizes(trx, { ...shop.bed.platform, config: { demo: true } }, rifaId);
  });

async function placePrizes(): Promise<void> {
  shop.bed.clock.advance(120);
  await applyBeaconRounds(shop.platform);
}

const TABLES = {
  rifas: 'id',
  rifa_legal: 'rifa_id',
  rifa_prizes: 'rifa_id',
  draw_lists: 'rifa_id',
  draw_seals: 'rifa_id',
  draws: 'rifa_id',
  draw_clause_steps: 'rifa_id',
  instant_prizes: 'rifa_id',
  instant_prize_seeds: 'rifa_id',
  instant_prize_rounds: 'rifa_id',
  lottery_results: 'extraction',
} as const;
type Table = keyof typeof TABLES;

/** The first cota premiada with its number, found by the buyer. */
async function formatFoundColumns(): Promise<string> {
  const { number, salt } = (await readInstantPrizes(shop.bed.db, drawnRifa.rifaId))!.prizes[0]!;
  const { orderId, userId } = drawnRifa.order;
  return `number = ${number}, salt = '${salt}', order_id = '${orderId}', user_id = '${userId}'`;
}

/** A number without a prize. */
async function findFreeNumber(): Promise<number> {
  const { prizes } = (await readInstantPrizes(shop.bed.db, drawnRifa.rifaId))!;
  return [1, 2, 3, 4].find((number) => prizes.every((prize) => prize.number !== number))!;
}

/** Runs with a change of one table, which is undone afterwards. */
async function runWhileTampered(table: Table, statement: string, run: () => Promise<void>): Promise<void> {
  const { db } = shop.bed;
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = ${table} and table_schema = 'public' and is_generated = 'NEVER'`.execute(db);
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
  const fromRowsOfRifa = sql`from ${sql.table(table)} where ${sql.ref(TABLES[table])} = ${table === 'lottery_results' ? drawnRifa.extraction : drawnRifa.rifaId}`;
  await sql`create table before_tampering as select ${columns} ${fromRowsOfRifa}`.execute(db);
  try {
    await shop.asOwner(
      sql.raw(
        statement
          .replace('$rifa', `'${drawnRifa.rifaId}'`)
          .replace('$extraction', String(drawnRifa.extraction))
          .replace('$found', await formatFoundColumns())
          .replace('$free', String(await findFreeNumber())),
      ),
    );
    await run();
  } finally {
    await shop.asOwner(
      sql`delete ${fromRowsOfRifa}`,
      sql`insert into ${sql.table(table)} (${columns}) select ${columns} from before_tampering`,
      sql`drop table before_tampering`,
    );
  }
}

async function runDailyCheck(): Promise<string[]> {
  shop.bed.clock.advance(DAY_S);
  await checkDraws(shop.platform);
  const { reasons } = await shop.bed.db
    .selectFrom('drawChecks')
    .select('reasons')
    .where('rifaId', '=', drawnRifa.rifaId)
    .executeTakeFirstOrThrow();
  return reasons;
}

const findFailures = (faults: string[]) => faults.filter((fault) => fault.includes('fails'));

test('an honest rifa shows what seal and log hold', async () => {
  const { faults } = await shop.verify(drawnRifa.rifaId, drawnRifa.receipt);
  expect(findFailures(faults)).toEqual([]);
  expect(await runDailyCheck()).toEqual([]);
});

test.each<[string, Table, string, string]>([
  ['title', 'rifas', `update rifas set title = 'Outra moto' where id = $rifa`, 'entries'],
  ['price', 'rifas', `update rifas set price = price / 2 where id = $rifa`, 'entries'],
  ['total', 'rifas', `update rifas set total_numbers = 1000 where id = $rifa`, 'arithmetic'],
  ['rule', 'rifas', `update rifas set draw_fallback = 'next_extraction' where id = $rifa`, 'arithmetic'],
  ['description', 'rifas', `update rifas set description = 'Usada.' where id = $rifa`, 'entries'],
  ['picture', 'rifas', `update rifas set image = '/outra.jpg' where id = $rifa`, 'entries'],
  [
    'minimum',
    'rifas',
    `update rifas set unsold_policy = 'refund', unsold_min_percent = 90 where id = $rifa`,
    'entries',
  ],
  ['end of sales', 'rifas', `update rifas set sales_end_minutes = 600 where id = $rifa`, 'entries'],
  [
    'combos',
    'rifas',
    `update rifas set combos = '[{"quantity": 10, "priceCentavos": 1}]' where id = $rifa`,
    'entries',
  ],
  ['value of a prize', 'rifa_prizes', `update rifa_prizes set value = 1 where rifa_id = $rifa`, 'entries'],
  ['regulation', 'rifa_legal', `update rifa_legal set regulation = 'Outro' where rifa_id = $rifa`, 'entries'],
  [
    'count of excluded cotas',
    'draw_lists',
    `update draw_lists set excluded_numbers = 9 where rifa_id = $rifa`,
    'entries',
  ],
  [
    'hash of the list',
    'draw_lists',
    `update draw_lists set list_hash = repeat('a', 64) where rifa_id = $rifa`,
    'arithmetic',
  ],
  [
    'time of the freeze',
    'draw_lists',
    `update draw_lists set frozen_at = frozen_at - interval '1 day' where rifa_id = $rifa`,
    'entries',
  ],
  [
    'sealed extraction',
    'draw_seals',
    `update draw_seals set extraction = extraction + 1 where rifa_id = $rifa`,
    'entries',
  ],
  [
    'time of the seal',
    'draw_seals',
    `update draw_seals set sealed_at = sealed_at - interval '1 day' where rifa_id = $rifa`,
    'entries',
  ],
  ['version of the seal', 'draw_seals', `update draw_seals set version = 2 where rifa_id = $rifa`, 'entries'],
  ['version of the draw', 'draws', `update draws set version = 2 where rifa_id = $rifa`, 'entries'],
  [
    'time of the draw',
    'draws',
    `update draws set drawn_at = drawn_at - interval '1 day' where rifa_id = $rifa`,
    'entries',
  ],
  [
    'time of the result',
    'lottery_results',
    `update lottery_results set decided_at = decided_at - interval '1 day' where extraction = $extraction`,
    'entries',
  ],
  [
    'step of the computation',
    'draws',
    `update draws set outcome = jsonb_set(outcome, '{steps,0,number}', '99') where rifa_id = $rifa`,
    'arithmetic',
  ],
  [
    'step of the clause',
    'draw_clause_steps',
    `insert into draw_clause_steps (rifa_id, step, seal_version, reason, extraction, decides, decided_on, known, applied_at)
       select rifa_id, 1, 1, 'MOVED_LATER', extraction, true, extraction_date, '[]', sealed_at
       from draw_seals where rifa_id = $rifa`,
    'entries',
  ],
  [
    'name of a cota premiada',
    'instant_prizes',
    `update instant_prizes set name = 'Chaveiro' where position = 2 and rifa_id = $rifa`,
    'instant',
  ],
  [
    'count of cotas premiadas',
    'instant_prizes',
    `delete from instant_prizes where position = 3 and rifa_id = $rifa`,
    'instant',
  ],
  [
    'number of a cota premiada',
    'instant_prizes',
    `update instant_prizes set number = $free, salt = repeat('a', 64) where position = 2 and rifa_id = $rifa`,
    'instant',
  ],
  [
    'commitment of a cota premiada',
    'instant_prizes',
    `update instant_prizes set commitment = repeat('a', 64) where position = 2 and rifa_id = $rifa`,
    'instant',
  ],
  [
    'seed of the cotas premiadas',
    'instant_prize_seeds',
    `update instant_prize_seeds set seed = sha256('suits me'), seed_commitment = encode(sha256(sha256('suits me')), 'hex')
      where rifa_id = $rifa`,
    'instant',
  ],
  [
    'round of the beacon',
    'instant_prize_rounds',
    `update instant_prize_rounds set signature = repeat('ab', 48) where rifa_id = $rifa`,
    'instant',
  ],
])('a changed %s fails the verification', async (_, table, statement, item) => {
  await runWhileTampered(table, statement, async () => {
    const { verdict, faults } = await shop.verify(drawnRifa.rifaId, drawnRifa.receipt);
    expect(verdict).toBe('failed');
    expect(faults).toContainEqual(expect.stringContaining(`${item} fails: SHOWN_DIFFERS`));
    expect(await runDailyCheck()).toContain('SHOWN_DIFFERS');
  });
  expect(findFailures((await shop.verify(drawnRifa.rifaId, drawnRifa.receipt)).faults)).toEqual([]);
});

test.each<[string, Table, string]>([
  [
    'void cota premiada',
    'instant_prizes',
    `update instant_prizes set found_at = now(), $found, voided_at = now() where position = 1 and rifa_id = $rifa`,
  ],
  [
    'delivered cota premiada',
    'instant_prizes',
    `update instant_prizes set found_at = now(), $found, delivered_at = now() where position = 1 and rifa_id = $rifa`,
  ],
])('the shop’s check names a %s that the log does not have', async (_, table, statement) => {
  await runWhileTampered(table, statement, async () => {
    expect(await runDailyCheck()).toContain('SHOWN_DIFFERS');
  });
  expect(await runDailyCheck()).toEqual([]);
});

test('delivered prizes agree with the log, and a delivery without its entry does not', async () => {
  const { bed, platform } = shop;
  const { rifaId } = drawnRifa;
  const [winner] = await bed.winners(rifaId);
  const by = { userId: bed.admins[0], ipAddress: null };
  await runWhileTampered(
    'instant_prizes',
    `update instant_prizes set found_at = now(), $found where position = 1 and rifa_id = $rifa`,
    async () => {
      const delivery = { rifaId, position: 1, note: 'Em mãos' };
      expect(await deliverInstantPrize(platform, by, delivery)).toEqual({ ok: true });
      expect(
        await deliverPrize(platform, {
          winnerId: winner!.id,
          userId: by.userId,
          note: 'Em mãos',
          proof: null,
        }),
      ).toEqual({ ok: true });
      expect(await runDailyCheck()).toEqual([]);
      await shop.updateAndCosignLog();
      expect(await runDailyCheck()).toEqual([]);
    },
  );
  // The cota premiada is no longer delivered here, and still is in the log.
  expect(await runDailyCheck()).toContain('SHOWN_DIFFERS');
});
