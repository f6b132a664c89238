/**
 * Orders per second compared with a floor measured in the same run: the order batch writer alone, and the whole payment
 * function through HTTP (session, prices, order, numbers, charge, history, jobs). `npm run bench -- numbers`.
 *
 * Options: `--quick` measures a few rows of each, in under two minutes; `--document` writes its part of docs/measurements.md and its chart;
 * `--json FILE` writes the rows; `--only writer|http`; `--seconds N` per row (2); `--buyers N`, concurrent (64);
 * `--processes N`, web processes (2); `--profile FOLDER` for their CPU profiles.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openShop, type Shop } from '../shop/bench-shop.ts';
import { casesOf, WARM_UP } from './cases.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { writeNumbersDocument } from '../reporting/numbers-document.ts';
import { measureFloor } from './floor.ts';
import { measure } from './measure.ts';
import { printRow, type Report, type Row } from '../reporting/report.ts';
import { sellThroughBatchWriter, sellThroughHttp, type Seller } from './sellers.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    document: { type: 'boolean', default: false },
    json: { type: 'string' },
    only: { type: 'string' },
    seconds: { type: 'string' },
    buyers: { type: 'string', default: '64' },
    processes: { type: 'string', default: '2' },
    profile: { type: 'string' },
  },
});
if (options.document && (options.quick || options.only))
  throw new Error('the document needs the whole run: without --quick and --only');
const buyers = Number(options.buyers);
const processes = Number(options.processes);
const seconds = Number(options.seconds ?? (options.quick ? 1 : 2));
const report: Report = { loadBefore: loadavg()[0]!, buyers, processes, seconds, rows: [] };

const cleanup = createCleanup();
try {
  const shop = await openShop(buyers, cleanup);
  const http = await sellThroughHttp(shop, buyers, cleanup, processes, options.profile);
  for (const seller of [sellThroughBatchWriter(shop, buyers, cleanup), http])
    if (!options.only || options.only === seller.path) report.rows.push(...(await measureAll(shop, seller)));
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  if (options.document) writeNumbersDocument(report);
} finally {
  await cleanup.run();
}

async function measureAll(shop: Shop, seller: Seller): Promise<Row[]> {
  const rows: Row[] = [];
  console.log(seller.path === 'writer' ? '\nThe order batch writer' : '\nThe payment function through HTTP');
  // Warms up compiled code, caches and connections.
  await measure(shop, seller, WARM_UP, buyers, seconds);
  let before = measureFloor(shop.url, buyers);
  for (const saleCase of casesOf(seller.path, options.quick, buyers)) {
    const measured = await measure(shop, seller, saleCase, buyers, seconds);
    const after = measureFloor(shop.url, buyers);
    const floorPerSecond = (before.perSecond + after.perSecond) / 2;
    rows.push({
      path: seller.path,
      ...saleCase,
      ...measured,
      ratio: measured.ordersPerSecond / floorPerSecond,
      p99Ratio: measured.p99 / ((before.p99 + after.p99) / 2),
      floorPerSecond,
      floorP99: (before.p99 + after.p99) / 2,
    });
    before = after;
    printRow(rows.at(-1)!, rows.length === 1);
  }
  return rows;
}
