/**
 * How fast numbers sell, against a floor measured in the same run: the order batch writer by itself, and the whole payment
 * function through HTTP (sign-in, prices, order, numbers, charge, history, jobs).
 *
 * Options: `--quick` a few rows of each, in under two minutes; `--document` writes its part of docs/measurements.md and its chart;
 * `--json FILE` writes the rows; `--only writer|http`; `--seconds N` measured for each row (2); `--buyers N` at once (64);
 * `--processes N` that serve HTTP (2); `--profile FOLDER` for their CPU profiles.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openShop, type Shop } from './shop/bench-shop.ts';
import { casesOf, WARM_UP } from './selling/cases.ts';
import { closeAtTheEnd } from './processes/closing.ts';
import { writeNumbersDocument } from './reporting/numbers-document.ts';
import { measureFloor } from './selling/floor.ts';
import { measure } from './selling/measure.ts';
import { printRow, type Report, type Row } from './reporting/report.ts';
import { sellInLane, sellThroughHttp, type Seller } from './selling/sellers.ts';

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

const closing = closeAtTheEnd();
try {
  const shop = await openShop(buyers, closing);
  const http = await sellThroughHttp(shop, buyers, closing, processes, options.profile);
  for (const seller of [sellInLane(shop, buyers, closing), http])
    if (!options.only || options.only === seller.path) report.rows.push(...(await measureAll(shop, seller)));
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  if (options.document) writeNumbersDocument(report);
} finally {
  await closing.run();
}

async function measureAll(shop: Shop, seller: Seller): Promise<Row[]> {
  const rows: Row[] = [];
  console.log(seller.path === 'writer' ? '\nThe order batch writer' : '\nThe payment function through HTTP');
  // Compiled code, caches and connections are warm before the first row counts.
  await measure(shop, seller, WARM_UP, buyers, seconds);
  let before = measureFloor(shop.url, buyers);
  for (const one of casesOf(seller.path, options.quick, buyers)) {
    const measured = await measure(shop, seller, one, buyers, seconds);
    const after = measureFloor(shop.url, buyers);
    const floorPerSecond = (before.perSecond + after.perSecond) / 2;
    rows.push({
      path: seller.path,
      ...one,
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
