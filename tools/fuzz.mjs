/** `npm run fuzz -- --requests N [--seed S]`: sends more hostile requests than `npm test` does, from another seed. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ensureInstalled, fail, run } from './kit/workspace.mjs';

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
const requests = values.requests ?? '30000';
const seed = values.seed ?? String(randomInt(2 ** 31 - 1));
if (![requests, seed].every((number) => /^\d{1,9}$|^[12]\d{9}$/.test(number)))
  fail('Uso: npm run fuzz -- --requests N [--seed S].');
ensureInstalled();
console.log(`${requests} requests, seed ${seed}`);
process.env.FUZZ_REQUESTS = requests;
process.env.FUZZ_SEED = seed;
process.exit(
  await run('vitest', ['run', 'server/integration/hostile-input.test.ts'], { exitsWithParent: true }),
);
