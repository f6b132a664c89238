/** Rifas with a share of their numbers sold, distributed as after real sales. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { DB } from '@mare/database/schema.ts';
import { pageCount, PAGE_SIZE } from '@mare/domain/numbers/number-page.ts';
import { makeNumberPages } from '@mare/server/orders/numbers/make-number-pages.ts';
import { systemRandom } from '@mare/server/platform/clock.ts';

export async function addSoldRifa(
  db: Kysely<DB>,
  pool: pg.Pool,
  total: number,
  share: number,
): Promise<string> {
  const rifaId = randomUUID();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('rifas')
      .values({
        id: rifaId,
        title: 'Moto',
        price: '1.00',
        totalNumbers: total,
        status: 'active',
        drawDate: new Date(Date.now() + 86_400_000),
      })
      .execute();
    await makeNumberPages(trx, systemRandom, rifaId, total);
  });
  const taken = simulateSales(total, Math.floor(total * share));
  const pages = [...taken.entries()].filter(([, count]) => count > 0);
  for (let at = 0; at < pages.length; at += 1000) {
    const part = pages.slice(at, at + 1000);
    await pool.query(
      `update number_pages p set taken = t.mask, taken_count = t.count
       from unnest($2::integer[], $3::bit(1024)[], $4::integer[]) as t (page_no, mask, count)
       where p.rifa_id = $1 and p.page_no = t.page_no`,
      [
        rifaId,
        part.map(([pageNo]) => pageNo),
        part.map(([pageNo, count]) => randomMask(Math.min(PAGE_SIZE, total - pageNo * PAGE_SIZE), count)),
        part.map(([, count]) => count),
      ],
    );
  }
  const sold = taken.reduce((sum, count) => sum + count, 0);
  await pool.query('update rifa_counters set sold = $2 where rifa_id = $1', [rifaId, sold]);
  return rifaId;
}

/** Taken numbers per page after `goal` were bought ten at a time with requested numbers. */
function simulateSales(total: number, goal: number): number[] {
  const pages = pageCount(total);
  const size = (pageNo: number) => Math.min(PAGE_SIZE, total - pageNo * PAGE_SIZE);
  const taken = Array.from({ length: pages }, () => 0);
  let lowest = 0;
  let sold = 0;
  while (sold < goal) {
    while (taken[lowest] === size(lowest)) lowest++;
    const window = Math.max(1, Math.ceil(pageCount(total - sold) / 2));
    let pageNo = lowest + Math.floor(Math.random() * window);
    for (let wanted = Math.min(10, goal - sold); wanted > 0;) {
      const got = Math.min(wanted, size(pageNo % pages) - taken[pageNo % pages]!);
      taken[pageNo % pages]! += got;
      sold += got;
      wanted -= got;
      pageNo++;
    }
  }
  return taken;
}

function randomMask(size: number, count: number): string {
  const offsets = Array.from({ length: size }, (_, offset) => offset);
  const bits = Buffer.alloc(PAGE_SIZE, '0');
  const chance = randomBytes(count * 2);
  for (let picked = 0; picked < count; picked++) {
    const other = picked + (chance.readUInt16LE(picked * 2) % (size - picked));
    bits[offsets[other]!] = 49;
    offsets[other] = offsets[picked]!;
  }
  return bits.toString('latin1');
}
