/** The end of a soak run: faults stop, due work finishes, one rifa is cancelled and one is drawn. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from './caller.testing.ts';
import type { People } from './people.testing.ts';
import { LEASE_MS } from '../../payments/lease.ts';
import { countUnfinishedWork } from '../../payments/unfinished-work.testing.ts';
import type { SoakShop } from '../shop/start-shop.testing.ts';

const PRIZES = ['31976', '14292', '30948', '96672', '68951'];
const TIMEOUT_MS = 300_000;
const TURN_MS = 200;
const IDLE_TURNS = 5;
const MAX_IDLE_TURNS = 80;
const WORK = ['orders', 'refunds', 'messages', 'webhooks', 'checks', 'jobs'] as const;
/** Every lease expires within this many clock steps. */
const LEASE_TURNS = LEASE_MS / TURN_MS;

/** @returns the audit file of the draw */
export async function finishRun(
  shop: SoakShop,
  people: People,
  payLate: (() => Promise<void>)[],
): Promise<string> {
  await endFaults(shop);
  shop.moveClock(16 * 60);
  await settle(shop);
  for (const pay of payLate) await pay();
  const [admin] = people.admins;
  await changeState(admin, people.rifas.cancelled, 'cancelled');
  await settle(shop);
  const proof = await draw(shop, people);
  await settle(shop);
  return proof;
}

async function endFaults(shop: SoakShop): Promise<void> {
  shop.toDatabase.slowDown(0);
  shop.toDatabase.unblockTraffic();
  await Promise.all([...shop.web, ...shop.workers].map((one) => one.ready()));
}

/**
 * Waits until no work is left; advances the clock only when nothing else makes progress.
 * @throws after five minutes without progress
 */
async function settle(shop: SoakShop): Promise<void> {
  let giveUpAt = Date.now() + TIMEOUT_MS;
  let before = '';
  let idleTurns = 0;
  let idleLimit = IDLE_TURNS;
  for (;;) {
    const unfinished = await countUnfinishedWork(shop.pool, shop.now(), WORK);
    if (Object.values(unfinished).every((count) => count === 0)) return;
    const now = JSON.stringify(unfinished);
    if (now !== before) {
      giveUpAt = Date.now() + TIMEOUT_MS;
      [idleTurns, idleLimit] = [0, IDLE_TURNS];
    }
    if (Date.now() > giveUpAt) throw new Error(`work never finished: ${now}`);
    before = now;
    // Waits longer while a process holds work: a clock step ends its lease, so a slow machine would never finish.
    if (++idleTurns > ((await isWorkHeld(shop)) ? LEASE_TURNS : idleLimit)) {
      shop.moveClock(10 * 60);
      [idleTurns, idleLimit] = [0, Math.min(idleLimit * 2, MAX_IDLE_TURNS)];
    }
    await startDelayedJobs(shop);
    for (const process of shop.web) process.send({ runDueWork: true });
    await pause(TURN_MS);
  }
}

/** Whether a process may be working on a row, or a row is due within the duration of a lease. */
async function isWorkHeld(shop: SoakShop): Promise<boolean> {
  const now = shop.now();
  const { rows } = await shop.pool.query<{ held: boolean }>(
    `select exists (select from refunds where state not in ('done', 'rejected') and leased_until between $1 and $2)
         or exists (select from webhook_inbox where status = 'processing' and leased_until between $1 and $2)
         or exists (select from orders where status = 'pending' and closing_next_at between $1 and $2) as held`,
    [now, new Date(now.getTime() + LEASE_MS)],
  );
  return rows[0]!.held;
}

/** Jobs are scheduled by the database clock, which the test cannot move. */
async function startDelayedJobs(shop: SoakShop): Promise<void> {
  await shop.pool.query(
    `update pgboss.job set start_after = now()
      where state in ('created', 'retry') and start_after > now() and start_after <= $1`,
    [shop.now()],
  );
}

/** No-op if already done, e.g. because the last cota was sold. */
async function changeState(admin: Caller, id: string, to: 'closed' | 'cancelled'): Promise<void> {
  const url = `/api/admin/rifas/${id}`;
  const giveUpAt = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { status, version } = (await admin.call(url)).body as { status: string; version: number };
    if (status === to) return;
    const json = { version, to, note: 'Fim do ensaio', reason: to === 'cancelled' ? 'OTHER' : null };
    const response = await admin.call(`${url}/state`, { method: 'POST', json });
    if (Date.now() > giveUpAt) throw new Error(`rifa is still ${status}: ${JSON.stringify(response)}`);
  }
}

interface DrawAdmin {
  rifas: {
    id: string;
    status: string;
    frozenAt: string | null;
    seal: { extraction: number; extractionDate: string } | null;
  }[];
  results: { id: string; extraction: number; state: string }[];
}

/**
 * Retries a step until the panel shows it as done: a process may not have received the new clock yet, and a list waits
 * for pending orders.
 */
async function retryUntil<T>(
  shop: SoakShop,
  admin: Caller,
  step: () => Promise<unknown>,
  find: (panel: DrawAdmin) => T | undefined,
): Promise<T> {
  const giveUpAt = Date.now() + TIMEOUT_MS;
  for (;;) {
    const response = await step();
    const panel = await admin.call('/api/admin/draws');
    const found = find(panel.body as unknown as DrawAdmin);
    if (found !== undefined) return found;
    if (Date.now() > giveUpAt)
      throw new Error(`not done: ${JSON.stringify(response)} ${JSON.stringify(panel.body)}`);
    shop.moveClock(30);
    await startDelayedJobs(shop);
    await pause(TURN_MS);
  }
}

async function draw(shop: SoakShop, { admins, rifas, drawDate }: People): Promise<string> {
  const [admin, otherAdmin] = admins;
  const postAs = (by: Caller, url: string, json: object) =>
    by.call(`/api/admin/${url}`, { method: 'POST', json });
  const findDrawnRifa = (panel: DrawAdmin) => panel.rifas.find(({ id }) => id === rifas.drawn);

  await retryUntil(
    shop,
    admin,
    () => changeState(admin, rifas.drawn, 'closed'),
    (panel) => findDrawnRifa(panel)?.frozenAt ?? undefined,
  );
  const { extraction, extractionDate } = await retryUntil(
    shop,
    admin,
    () => admin.call('/api/admin/draws'),
    (panel) => findDrawnRifa(panel)?.seal ?? undefined,
  );
  shop.moveClock((drawDate.getTime() - shop.now().getTime()) / 1000 + 3_600);
  const entry = { extraction, date: extractionDate, prizes: PRIZES, note: 'site' };
  const result = await retryUntil(
    shop,
    admin,
    () => postAs(admin, 'lottery-results', entry),
    (panel) => panel.results.find((each) => each.extraction === extraction),
  );
  await retryUntil(
    shop,
    admin,
    () => postAs(otherAdmin, `lottery-results/${result.id}/confirm`, {}),
    // A drawn rifa leaves the list.
    (panel) =>
      panel.results.some(({ id, state }) => id === result.id && state === 'pending') ? undefined : true,
  );
  await settle(shop);
  const response = await fetch(`${shop.url}/sorteios/${rifas.drawn}/prova.txt`);
  const file = join(shop.folder, 'prova.txt');
  writeFileSync(file, await response.text());
  return file;
}
