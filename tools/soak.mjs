/**
 * `npm run soak -- --minutes N`: runs the shop under faults, longer than the tests do. `--database-lost`: loses the
 * database's machine and its data. Prints a report.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, fail, run } from './kit/workspace.mjs';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, 'database-lost': { type: 'boolean' } },
});
if (!/^\d{1,4}$/.test(values.minutes)) fail('Uso: npm run soak -- --minutes N, ou --database-lost.');
ensureInstalled();
const folder = mkdtempSync(join(tmpdir(), 'mare-soak-report-'));
const file = join(folder, 'report.jsonl');
process.env.SOAK_MINUTES = values.minutes;
process.env.SOAK_REPORT = file;
const test = values['database-lost'] ? 'lost-database' : 'soak';
const code = await run('vitest', ['run', `server/soak/${test}.test.ts`], { exitsWithParent: true });
try {
  for (const line of readFileSync(file, 'utf8').trim().split('\n'))
    console.log(JSON.stringify(JSON.parse(line), null, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);
