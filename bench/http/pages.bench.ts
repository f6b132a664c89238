/**
 * Page requests per second through the whole server, compared with a bare Hono server that sends the same bytes:
 * `npm run bench -- pages`. Options: `--url ADDRESS` of a running site; `--document` writes its part of
 * docs/measurements.md; `--json FILE` writes the rows.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Comparison, compareWithFloor, comparisonTable } from './compare-with-floor.ts';
import { describeRun, writePart } from '../reporting/document.ts';
import { openSite } from '../shop/site.ts';

const GOAL = 0.6;

const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    document: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const loadBefore = loadavg()[0]!;
const site = await openSite(options.url);
try {
  const [rifa] = (await (await fetch(`${site.url}/api/rifas`)).json()) as { id: string }[];
  const rows = await compareWithFloor([
    { name: 'home', url: `${site.url}/` },
    { name: 'rifa', url: `${site.url}/rifa/${rifa!.id}/anonymous` },
    { name: 'ranking', url: `${site.url}/ranking` },
    { name: 'order', url: `${site.url}/pedido/MARE-0` },
    { name: 'results', url: `${site.url}/resultado` },
  ]);
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ loadBefore, rows }, null, 2)}\n`);
  if (options.document) writePart('pages', compose(rows));
  if (rows.some(({ ratio }) => ratio < GOAL)) process.exitCode = 1;
} finally {
  await site.stop();
}

function compose(rows: readonly Comparison[]): string {
  return `## Pages under a rush

${describeRun('pages', loadBefore)}

64 concurrent visitors request a page in a loop, through the whole server; the floor is a bare Hono server that sends the same precompressed bytes, measured before and after in the same run. The load comes from the same machine. Goal: at least ${GOAL.toFixed(2)} of the floor.

${comparisonTable(rows, 'page', GOAL)}
`;
}
