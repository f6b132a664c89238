/** The checks of a commit, each told in one line when it is green and in full when it is red. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { capture, root } from './workspace.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'mare-checks-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

export const STATIC_STEPS = [
  { name: 'format', program: 'oxfmt', args: ['--check', '.'] },
  { name: 'route types', program: 'react-router', args: ['typegen', 'web'] },
  { name: 'types', program: 'tsc', args: ['--noEmit'] },
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'unused code', program: 'knip', args: ['--no-progress'] },
  { name: 'schema', program: 'node', args: ['database/generate-schema.ts', '--check'] },
];

/** Runs a command; a green one counts as one passed. */
export async function runStep({ name, program, args }) {
  const started = performance.now();
  const { code, output } = await capture(program, args);
  report(name, code === 0, started, output);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** @param project 'rules' for what needs no database, 'server' for what does, both when left out */
export async function runUnitTests(project) {
  const started = performance.now();
  const file = join(scratch, 'unit.json');
  const secondTries = join(scratch, 'second-tries.json');
  const { code, output } = await capture(
    'vitest',
    [
      'run',
      ...(project ? [`--project=${project}`] : []),
      // What passes only when tried again is told, and stops nobody.
      '--retry=1',
      '--reporter=dot',
      '--reporter=json',
      '--reporter=./tools/kit/second-tries.mjs',
      `--outputFile.json=${file}`,
    ],
    { env: { SECOND_TRIES: secondTries } },
  );
  const counts = readCounts(file, (result) => ({
    passed: result.numPassedTests,
    failed: result.numFailedTests,
  }));
  // A fault outside any test has to be red as well.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  report('tests', code === 0, started, output, counts, [...unitTrouble(file), ...toldTwice(secondTries)]);
  return counts;
}

export async function runBrowserTests(environment) {
  const started = performance.now();
  const file = join(scratch, 'browser.json');
  const { code, output } = await capture('playwright', ['test', '-c', 'e2e'], {
    env: { ...environment, E2E_REPORT: file },
  });
  const counts = readCounts(file, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }));
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  report('browser tests', code === 0, started, output, counts, browserTrouble(file));
  return counts;
}

/** What failed or passed only at the second try, with what was wrong at each. */
function browserTrouble(file) {
  const report = readReport(file);
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  return (report?.suites ?? []).flatMap(specs).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => {
        const word = test.status === 'flaky' ? 'passed only when tried again' : 'failed';
        const errors = test.results.flatMap((result) => result.errors.map((error) => error.message));
        return `${word}: [${test.projectName}] ${spec.file}:${spec.line} ${spec.title}\n${errors.join('\n')}`;
      }),
  );
}

function toldTwice(file) {
  return (readReport(file) ?? []).map(
    ({ name, errors }) => `passed only when tried again: ${name}\n${errors.join('\n')}`,
  );
}

function unitTrouble(file) {
  return (readReport(file)?.testResults ?? []).flatMap((result) => [
    ...(result.message ? [`${result.name}\n${result.message}`] : []),
    ...result.assertionResults
      .filter((test) => test.status === 'failed')
      .map(
        (test) => `failed: ${relative(root, result.name)}: ${test.fullName}\n${told(test.failureMessages)}`,
      ),
  ]);
}

/** A second try mostly fails as the first did; where in a library that was helps nobody. */
function told(messages) {
  const own = messages.map((message) =>
    message
      .split('\n')
      .filter((line) => !/^ +at .*(node_modules|node:internal|Promise \(<anonymous>\))/.test(line))
      .join('\n'),
  );
  return [...new Set(own)].join('\n');
}

function addUp(all) {
  return all.reduce(
    (sum, counts) => ({ passed: sum.passed + counts.passed, failed: sum.failed + counts.failed }),
    { passed: 0, failed: 0 },
  );
}

/** Prints what was red and the closing line, and sets the exit code. */
export function conclude(all) {
  const { passed, failed } = addUp(all);
  if (red.length > 0) console.log(`FAIL in ${red.join(', ')}: see above`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function readCounts(file, pick) {
  const report = readReport(file);
  return report ? pick(report) : { passed: 0, failed: 0 };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

const red = [];

/** The trouble alone, where it can be told apart; else the whole output. */
function report(name, green, started, output, counts, trouble = []) {
  if (!green) red.push(name);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const detail = counts ? `${counts.passed} passed, ${counts.failed} failed; ` : '';
  console.log(`${green ? 'ok  ' : 'FAIL'} ${name} (${detail}${seconds} s)`);
  for (const sentence of trouble) console.log(sentence);
  if (!green && trouble.length === 0) console.log(output);
}
