/**
 * CPU profiles of the hottest paths of a web process: payment, the rifa API and the rifa page. Writes a flame chart of
 * each to docs/charts/. `npm run bench -- profile`; `--orders N` (10000); `--folder FOLDER` for the charts.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { openShop } from '../shop/bench-shop.ts';
import { createCleanup } from './cleanup.ts';
import { CHARTS } from '../reporting/document.ts';
import { sliceProfile, type CpuProfile, drawFlameChart } from '../reporting/flame-chart.ts';
import { openSite } from '../shop/site.ts';
import { sellThroughHttp } from '../selling/sellers.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';
import { planOrders } from '../shop/stock.ts';

const BUYERS = 64;
const READING_SECONDS = 10;

const { values: options } = parseArgs({
  options: { orders: { type: 'string', default: '10000' }, folder: { type: 'string', default: CHARTS } },
});

await profile('flame-payment.svg', 'Payment through HTTP: one web process', async (shop, rifaId, seller) => {
  const plan = (count: number) => planOrders(shop.platform, [rifaId], { k: 10, requested: true }, count);
  await seller.sell(await plan(Number(options.orders)), 600_000);
});
await profile('flame-rifa.svg', 'Rifa API through HTTP: one web process', async (_, rifaId, seller) => {
  const url = `http://127.0.0.1:${seller.ports[0]}/api/rifas/${rifaId}`;
  await autocannon({ url, connections: BUYERS, duration: READING_SECONDS });
});
await profilePage('flame-page.svg', 'Rifa page: one process with all roles');

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
  const cleanup = createCleanup();
  try {
    const shop = await openShop(BUYERS, cleanup);
    const seller = await sellThroughHttp(shop, BUYERS, cleanup, 1, folder);
    await work(shop, await addSoldRifa(shop.db, shop.pool, 1_000_000, 0), seller);
  } finally {
    await cleanup.run();
  }
  draw(file, title, takeProfiles(folder));
}

/** Profiles the built site including pages, without its start-up. */
async function profilePage(file: string, title: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mare-profile-'));
  const site = await openSite(undefined, { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` });
  let [from, to] = [0, 0];
  try {
    const [rifa] = (await (await fetch(`${site.url}/api/rifas`)).json()) as { id: string }[];
    from = microseconds();
    const url = `${site.url}/rifa/${rifa!.id}/anonymous`;
    await autocannon({ url, connections: BUYERS, duration: READING_SECONDS });
    to = microseconds();
  } finally {
    await site.stop();
  }
  draw(
    file,
    title,
    takeProfiles(folder).map((profile) => sliceProfile(profile, from, to)),
  );
}

/** Reads the CPU profiles in a folder and deletes it. */
function takeProfiles(folder: string): CpuProfile[] {
  const profiles = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile,
  );
  rmSync(folder, { recursive: true, force: true });
  return profiles;
}

function draw(file: string, title: string, profiles: readonly CpuProfile[]): void {
  writeFileSync(join(options.folder, file), drawFlameChart(profiles, title));
  console.log(`${file}: ${title}`);
}

/** Uses the clock of the profiles. */
function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
