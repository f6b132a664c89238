/**
 * `npm run soak -- --minutes N`: runs the shop under faults, longer than the tests do; with `--open N`, N other orders
 * stay open during the run. `--part` runs another test under faults, `--database-lost` is the one that loses the
 * database's machine and its data. Prints the figures; `--record` adds them to docs/fault-runs.jsonl and to the tables of
 * docs/reliability.md.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { recordRuns } from './kit/fault-runs.mjs';
import { ensureInstalled, fail, run } from './kit/workspace.mjs';

/** Their sizes are set as in `npm test`: CHAOS_ORDERS, CRASH_STEPS, SEQUENCES, ATTACK_RUNS, FUZZ_REQUESTS. */
const PARTS = {
  soak: 'server/soak/soak.test.ts',
  'database-lost': 'server/soak/lost-database.test.ts',
  provider: 'server/payments/chaos.test.ts',
  crashes: 'server/orders/lifecycle/histories/order-crash.test.ts',
  sequences: 'server/soak/sequences/shop-sequences.test.ts',
  attacks: 'server/integration/attacks/attacks.test.ts',
  hostile: 'server/integration/hostile-input.test.ts',
};

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    open: { type: 'string', default: '0' },
    part: { type: 'string', default: 'soak' },
    'database-lost': { type: 'boolean' },
    record: { type: 'boolean' },
  },
});
const test = PARTS[values['database-lost'] ? 'database-lost' : values.part];
if (!test || !/^\d{1,4}$/.test(values.minutes) || !/^\d{1,5}$/.test(values.open))
  fail(`Uso: npm run soak -- --minutes N [--open N] [--part ${Object.keys(PARTS).join('|')}] [--record].`);
ensureInstalled();
const folder = mkdtempSync(join(tmpdir(), 'mare-soak-report-'));
const file = join(folder, 'report.jsonl');
process.env.SOAK_MINUTES = values.minutes;
process.env.SOAK_OPEN_ORDERS = values.open;
process.env.SOAK_REPORT = file;
const code = await run('vitest', ['run', test], { exitsWithParent: true });
try {
  const runs = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  for (const line of runs) console.log(JSON.stringify(JSON.parse(line), null, 2));
  if (values.record) recordRuns(runs);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);
