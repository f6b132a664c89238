/**
 * Where the two hottest paths spend a web process's time: paying, and a rifa as its page reads it. Writes a flame chart
 * of each to docs/. `npm run bench -- profile`; `--orders N` (10000); `--folder FOLDER` for the charts.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { openShop } from './shop/bench-shop.ts';
import { closeAtTheEnd } from './shop/closing.ts';
import { DOCS } from './paper/document.ts';
import { type CpuProfile, drawFlames } from './paper/flame-chart.ts';
import { sellThroughHttp } from './selling/sellers.ts';
import { addSoldRifa } from './shop/sold-rifas.ts';
import { planOrders } from './shop/stock.ts';

const BUYERS = 64;
const READING_SECONDS = 10;

const { values: options } = parseArgs({
  options: { orders: { type: 'string', default: '10000' }, folder: { type: 'string', default: DOCS } },
});

await profile('flame-payment.svg', 'Paying, through HTTP: one web process', async (shop, rifaId, seller) => {
  const plan = (count: number) => planOrders(shop.platform, [rifaId], { k: 10, wished: true }, count);
  await seller.sell(await plan(Number(options.orders)), 600_000);
});
await profile('flame-rifa.svg', 'A rifa, through HTTP: one web process', async (_, rifaId, seller) => {
  const url = `http://127.0.0.1:${seller.ports[0]}/api/rifas/${rifaId}`;
  await autocannon({ url, connections: BUYERS, duration: READING_SECONDS });
});

async function profile(
  file: string,
  title: string,
  work: (
    shop: Awaited<ReturnType<typeof openShop>>,
    rifaId: string,
    seller: Awaited<ReturnType<typeof sellThroughHttp>>,
  ) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mare-profile-'));
  const closing = closeAtTheEnd();
  try {
    const shop = await openShop(BUYERS, closing);
    const seller = await sellThroughHttp(shop, BUYERS, closing, 1, folder);
    await work(shop, await addSoldRifa(shop.db, shop.pool, 1_000_000, 0), seller);
  } finally {
    await closing.run();
  }
  const profiles = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile,
  );
  writeFileSync(join(options.folder, file), drawFlames(profiles, title));
  rmSync(folder, { recursive: true, force: true });
  console.log(`${file}: ${title}`);
}
