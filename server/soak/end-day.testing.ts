/** The end of a soak: the faults are over, what is due is done, one rifa is cancelled and one is drawn. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brasiliaDate } from '@mare/domain/draws/lottery-calendar.ts';
import type { People } from './people.testing.ts';
import type { SoakShop } from './start-shop.testing.ts';

const EXTRACTION = 5929;
const PRIZES = ['31976', '14292', '30948', '96672', '68951'];
const PATIENCE_MS = 300_000;
const TURN_MS = 200;
const UNMOVED_TURNS = 5;
const LONGEST_PATIENCE_TURNS = 80;

/** @returns the file with which anybody goes over the draw */
export async function endDay(
  shop: SoakShop,
  people: People,
  payLate: (() => Promise<void>)[],
): Promise<string> {
  await heal(shop);
  shop.moveClock(16 * 60);
  await settle(shop);
  for (const pay of payLate) await pay();
  const [admin] = people.admins;
  await admin.call(`/api/admin/draws/${people.rifas.cancelled}/cancel`, {
    method: 'POST',
    json: { reason: 'Fim do ensaio' },
  });
  await settle(shop);
  const proof = await draw(shop, people);
  await settle(shop);
  return proof;
}

async function heal(shop: SoakShop): Promise<void> {
  shop.toDatabase.slowDown(0);
  shop.toDatabase.letPass();
  await Promise.all([...shop.web, ...shop.workers].map((one) => one.ready()));
}

/** Lets time go by until nothing is left to do: by the clock only while nothing moves without. */
async function settle(shop: SoakShop): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  let before = '';
  let unmoved = 0;
  let patience = UNMOVED_TURNS;
  for (;;) {
    const left = await whatIsLeft(shop);
    if (Object.values(left).every((count) => count === 0)) return;
    const now = JSON.stringify(left);
    if (Date.now() > giveUpAt) throw new Error(`it never came to rest: ${now}`);
    if (now !== before) [unmoved, patience] = [0, UNMOVED_TURNS];
    before = now;
    if (++unmoved > patience) {
      shop.moveClock(10 * 60);
      // On a busy machine what was begun needs longer: every move of the clock ends its lease.
      [unmoved, patience] = [0, Math.min(patience * 2, LONGEST_PATIENCE_TURNS)];
    }
    await bringJobsForward(shop);
    for (const one of shop.web) one.send({ sweep: true });
    await pause(TURN_MS);
  }
}

async function whatIsLeft(shop: SoakShop): Promise<Record<string, number>> {
  const { rows } = await shop.pool.query<Record<string, number>>(
    `select (select count(*) from orders where status = 'pending') as orders,
            (select count(*) from refunds where state not in ('done', 'rejected')) as refunds,
            (select count(*) from webhook_inbox where status in ('pending', 'processing')) as webhooks,
            (select count(*) from pgboss.job
              where state in ('created', 'retry', 'active') and start_after <= $1
                and name not in (select name from pgboss.schedule) and name not like '\\_\\_%') as jobs`,
    [shop.now()],
  );
  return rows[0]!;
}

/** Jobs wait by the database's clock, which cannot be moved. */
async function bringJobsForward(shop: SoakShop): Promise<void> {
  await shop.pool.query(
    `update pgboss.job set start_after = now()
      where state in ('created', 'retry') and start_after > now() and start_after <= $1`,
    [shop.now()],
  );
}

async function draw(shop: SoakShop, { admins, rifas, drawDate }: People): Promise<string> {
  const [admin, other] = admins;
  const post = (address: string, json: object) =>
    admin.call(`/api/admin/${address}`, { method: 'POST', json });
  await post(`draws/${rifas.drawn}/close`, {});
  await settle(shop);
  const day = brasiliaDate(drawDate);
  await post(`draws/${rifas.drawn}/seal`, { extraction: EXTRACTION, extractionDate: day, reason: null });
  shop.moveClock((drawDate.getTime() - shop.now().getTime()) / 1000 + 3_600);
  await post('lottery-results', { extraction: EXTRACTION, date: day, prizes: PRIZES, note: 'site' });
  const room = await admin.call('/api/admin/draws');
  const [result] = room.body!.results as { id: string }[];
  await other.call(`/api/admin/lottery-results/${result!.id}/confirm`, { method: 'POST', json: {} });
  await settle(shop);
  const answer = await fetch(`${shop.url}/sorteios/${rifas.drawn}/prova.txt`);
  const file = join(shop.folder, 'prova.txt');
  writeFileSync(file, await answer.text());
  return file;
}
