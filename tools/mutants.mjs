/**
 * `npm run mutants [-- FILTER]`: applies one small fault at a time to a copy of the sources and runs the tests that must
 * notice. A survivor means a rule without a test: write the test. Lists: `tools/mutants/`. Too slow for `npm test`; for
 * the night.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { capture, ensureInstalled, fail, root } from './kit/workspace.mjs';
import { MUTANTS } from './mutants/mutants.ts';

const COPIED = [
  'architecture',
  'contract',
  'database',
  'docs',
  'domain',
  'server',
  'tools',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];
const WORKSPACES = ['domain', 'contract', 'database', 'server', 'web'];

ensureInstalled();
const filter = process.argv[2] ?? '';
const mutants = MUTANTS.filter(({ file }) => file.includes(filter));
if (mutants.length === 0) fail(`Nenhum mutante em "${filter}".`);
/** One copy of the sources per core. */
const copies = Array.from({ length: Math.min(availableParallelism(), mutants.length) }, copySources);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
process.on('exit', () => copies.forEach((copy) => rmSync(copy, { recursive: true, force: true })));

await forEachInCopy(new Set(mutants.map((mutant) => testsOf(mutant).join(' '))), async (suite, copy) => {
  const { code, output } = await runTests(suite.split(' '), copy);
  if (code === 0) return;
  console.error(output);
  fail(`Sem mutação, os testes de ${suite} já falham.`);
});

const survivors = [];
await forEachInCopy(mutants, async (mutant, copy) => {
  const original = readFileSync(join(root, mutant.file), 'utf8');
  writeFileSync(
    join(copy, mutant.file),
    original.replace(mutant.find, () => mutant.replace),
  );
  const survived = await passes(testsOf(mutant), copy);
  writeFileSync(join(copy, mutant.file), original);
  console.log(
    `${survived ? '✗  survived' : '✓  died'}  ${mutant.file}: ${line(mutant.find)} → ${line(mutant.replace) || '(nothing)'}`,
  );
  if (survived) survivors.push(mutant);
});
console.log(
  `\n${mutants.length - survivors.length} of ${mutants.length} died; ${survivors.length} survived.`,
);
process.exit(survivors.length === 0 ? 0 : 1);

/** One item at a time in each copy. */
async function forEachInCopy(items, act) {
  const waiting = [...items];
  await Promise.all(
    copies.map(async (copy) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item, copy);
    }),
  );
}

function testsOf({ file, tests }) {
  return tests ?? [dirname(file)];
}

/** @returns whether the tests pass in the copy */
async function passes(tests, copy) {
  return (await runTests(tests, copy)).code === 0;
}

function runTests(tests, copy) {
  const project = tests.every((path) => /^(?:domain|contract|web|tools)\//.test(path)) ? 'rules' : 'server';
  return capture(
    'vitest',
    ['run', `--project=${project}`, '--bail=1', '--maxWorkers=1', '--reporter=dot', ...tests],
    { cwd: copy },
  );
}

/** Links the installed packages, but uses the workspaces of the copy. */
function copySources() {
  const folder = mkdtempSync(join(tmpdir(), 'mare-mutants-'));
  for (const name of COPIED)
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.endsWith('node_modules'),
    });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@mare'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@mare') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of WORKSPACES) {
    symlinkSync(join(folder, name), join(modules, '@mare', name));
    const own = join(root, name, 'node_modules');
    if (existsSync(own) && existsSync(join(folder, name)))
      symlinkSync(own, join(folder, name, 'node_modules'));
  }
  return folder;
}

function line(text) {
  const one = text.replaceAll(/\s+/g, ' ').trim();
  return one.length > 80 ? `${one.slice(0, 79)}…` : one;
}
