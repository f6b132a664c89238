/** The checks of a commit. A passing step prints one line, a failing one its whole output. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { capture, root } from './workspace.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'mare-checks-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const TYPES_CACHE = 'node_modules/.cache/types.tsbuildinfo';

const ROUTE_TYPES = { name: 'route types', program: 'react-router', args: ['typegen', 'web'] };
const TYPES = {
  name: 'types',
  program: 'tsc',
  // Every checker repeats the work on shared types: one checker takes half the CPU time of four.
  args: ['--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', TYPES_CACHE],
};
const LINT = {
  name: 'lint',
  program: 'oxlint',
  args: ['--type-aware', '--deny-warnings'],
  // A second checker also repeats work, but this step ends last.
  env: { GOMAXPROCS: '2' },
};
const SHORT_STEPS = [
  { name: 'format', program: 'oxfmt', args: ['--check', '.'] },
  { name: 'unused code', program: 'knip', args: ['--no-progress'] },
  { name: 'schema', program: 'node', args: ['database/migrating/generate-schema.ts', '--check'] },
];

/** All checks without tests or a browser. The two long ones run in parallel with the others. */
export async function runStaticSteps() {
  const routeTypes = await runStep(ROUTE_TYPES);
  const long = [runStep(LINT), runStep(TYPES)];
  const short = [];
  for (const step of SHORT_STEPS) short.push(await runStep(step));
  return [routeTypes, ...short, ...(await Promise.all(long))];
}

/** Runs a command. Exit code 0 counts as one passed test. */
async function runStep({ name, program, args, env }) {
  const started = performance.now();
  const { code, output } = await capture(program, args, { env });
  report(name, code === 0, started, output);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** @param project 'rules' for tests without a database, 'server' for tests with one */
export async function runUnitTests(project) {
  const started = performance.now();
  const file = join(scratch, `${project}.json`);
  const flakyTests = join(scratch, `${project}-flaky.json`);
  const { code, output } = await capture(
    'vitest',
    [
      'run',
      `--project=${project}`,
      // Flaky tests are reported but do not fail the run.
      '--retry=2',
      '--reporter=dot',
      '--reporter=json',
      '--reporter=./tools/kit/flaky-tests.mjs',
      `--outputFile.json=${file}`,
    ],
    { env: { FLAKY_TESTS: flakyTests } },
  );
  const counts = readCounts(file, (result) => ({
    passed: result.numPassedTests,
    failed: result.numFailedTests,
  }));
  // An error outside of any test fails the run too.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  report(`${project} tests`, code === 0, started, output, counts, [
    ...listUnitFailures(file),
    ...listFlakyTests(flakyTests),
    ...(code === 0 ? listSkippedTests(file) : []),
  ]);
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
  report('browser tests', code === 0, started, output, counts, listBrowserFailures(file));
  return counts;
}

/** Browser tests with the errors of every attempt: first the failed ones, which fail the step, then the flaky ones. */
function listBrowserFailures(file) {
  const report = readReport(file);
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const listed = (status, word) =>
    (report?.suites ?? []).flatMap(specs).flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === status)
        .map((test) => {
          const attempts = test.results.map(
            ({ startTime, duration, errors }) =>
              `${startTime}, ${duration} ms: ${errors.map(({ message }) => message).join('\n') || 'passed'}`,
          );
          return `${word}: [${test.projectName}] ${spec.file}:${spec.line} ${spec.title}\n${attempts.join('\n')}`;
        }),
    );
  const outside = (report?.errors ?? []).map((error) => `failed: outside of any test\n${error.message}`);
  return [...listed('unexpected', 'failed'), ...outside, ...listed('flaky', 'flaky')];
}

function listFlakyTests(file) {
  return (readReport(file) ?? []).map(({ name, errors }) => `flaky: ${name}\n${errors.join('\n')}`);
}

/** Tests that need a program which this machine does not have, e.g. PostgreSQL's tools for backups. */
function listSkippedTests(file) {
  return (readReport(file)?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map((test) => `skipped: ${relative(root, name)}: ${test.fullName}`),
  );
}

function listUnitFailures(file) {
  return (readReport(file)?.testResults ?? []).flatMap((result) => [
    ...(result.message ? [`${result.name}\n${result.message}`] : []),
    ...result.assertionResults
      .filter((test) => test.status === 'failed')
      .map(
        (test) =>
          `failed: ${relative(root, result.name)}: ${test.fullName}\n${formatErrors(test.failureMessages)}`,
      ),
  ]);
}

/** Removes repeated errors of retries, and stack frames of libraries. */
function formatErrors(messages) {
  const own = messages.map((message) =>
    message
      .split('\n')
      .filter((line) => !/^ +at .*(node_modules|node:internal|Promise \(<anonymous>\))/.test(line))
      .join('\n'),
  );
  return [...new Set(own)].join('\n');
}

function sumCounts(all) {
  return all.reduce(
    (sum, counts) => ({ passed: sum.passed + counts.passed, failed: sum.failed + counts.failed }),
    { passed: 0, failed: 0 },
  );
}

/** Prints the failed steps and the summary line, and sets the exit code. */
export function conclude(all) {
  const { passed, failed } = sumCounts(all);
  if (failedSteps.length > 0) console.log(`FAIL in ${failedSteps.join(', ')}: see above`);
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

const failedSteps = [];

/** Prints the individual failures if known, otherwise the whole output. */
function report(name, passed, started, output, counts, failures = []) {
  if (!passed) failedSteps.push(name);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const detail = counts ? `${counts.passed} passed, ${counts.failed} failed; ` : '';
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${detail}${seconds} s)`);
  for (const failure of failures) console.log(failure);
  if (!passed && failures.length === 0) console.log(output);
}
