/**
 * Throughput and latency of the API on a shop of a million orders: buyer lists, panel lists and carts, compared with a
 * bare Hono server that sends the same bytes. `npm run bench -- api`. Shares its database with `panel`; the first run
 * seeds it, which takes a minute or two.
 *
 * Options: `--orders N` in the shop (1000000); `--only TEXT` in the names of the rows; `--document` writes its part of
 * docs/measurements.md; `--json FILE` writes the rows.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { connectPool } from '@mare/database/connection/connect.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { type Comparison, compareWithFloor, comparisonTable } from './compare-with-floor.ts';
import { ADMINS, BROWSERS, prepareEndpoints } from '../shop/api-endpoints.ts';
import { describeRun, writePart } from '../reporting/document.ts';
import { openLargeShop } from '../shop/large-shop.ts';
import { startWebProcess } from '../processes/processes.ts';
import { formatInteger } from '../reporting/report.ts';

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
    document: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const orders = Number(options.orders);
const loadBefore = loadavg()[0]!;
const cleanup = createCleanup();
try {
  const url = await openLargeShop({ orders, users: Math.ceil(orders / 5) }, cleanup);
  const pool = connectPool({ url, max: 4 });
  cleanup.add(() => pool.end());
  const endpoints = await prepareEndpoints(pool);
  // TRUSTED_PROXY_HOPS gives each browser a separate IP address, so that rate limits per IP address do not apply.
  const { port } = await startWebProcess(url, cleanup, { settings: { TRUSTED_PROXY_HOPS: '1' } });
  const rows = await compareWithFloor(
    endpoints
      .filter(({ name }) => name.includes(options.only))
      .map((endpoint) => ({ ...endpoint, url: `http://127.0.0.1:${port}${endpoint.url}` })),
  );
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ loadBefore, orders, rows }, null, 2)}\n`);
  if (options.document) writePart('api', compose(rows));
} finally {
  await cleanup.run();
}

function compose(rows: readonly Comparison[]): string {
  return `## The API on a large shop

${describeRun('api', loadBefore)}

A shop of ${formatInteger(orders)} orders by ${formatInteger(Math.ceil(orders / 5))} people, served by one web process to ${BROWSERS} concurrent browsers with separate sessions and carts, and the panel to ${ADMINS}; the floor is a bare Hono server that sends the same precompressed bytes, measured before and after each row in the same run. Load, database and web process share the machine. Every list uses an index: see \`npm run bench -- panel\`.

${comparisonTable(rows, 'what')}
`;
}
