/** `npm run soak -- --minutes N`: far longer under faults than the few seconds of a test run; then says what was found. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, fail, run } from './workspace.mjs';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
if (!/^\d{1,4}$/.test(values.minutes)) fail('Uso: npm run soak -- --minutes N.');
ensureInstalled();
const folder = mkdtempSync(join(tmpdir(), 'mare-soak-report-'));
const file = join(folder, 'report.jsonl');
process.env.SOAK_MINUTES = values.minutes;
process.env.SOAK_REPORT = file;
const code = await run('vitest', ['run', 'server/soak/soak.test.ts'], { endsWithUs: true });
try {
  console.log(JSON.stringify(JSON.parse(readFileSync(file, 'utf8').trim().split('\n').at(-1)), null, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);
