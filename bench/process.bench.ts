/**
 * One web process of the built site by itself: how soon it answers after its start, and how much memory it has after many
 * requests. Beside it a bare Hono server. `npm run bench -- process`.
 *
 * Options: `--requests N` (1000000); `--document` writes its part of docs/measurements.md; `--json FILE`.
 */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { freePort } from '@mare/server/soak/shop/start-shop.testing.ts';
import { tool } from './shop/site.ts';
import { closeAtTheEnd } from './processes/closing.ts';
import { residentMegabytes } from './processes/process-costs.ts';
import { markdownTable, measuredOn, writePart } from './reporting/document.ts';
import { whole } from './reporting/report.ts';

const ROOT = join(import.meta.dirname, '..');
const PARTS = 10;
const CONNECTIONS = 32;
const START_GOAL_MS = 2_000;
const MEMORY_GOAL_MB = 250;
/** From the third part to the last: what is compiled and kept has settled by then. */
const GROWTH_GOAL = 1.15;

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    document: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const requests = Number(options.requests);
const loadBefore = loadavg()[0]!;
const folder = mkdtempSync(join(tmpdir(), 'mare-process-'));
const { serving } = (await tool('serving.mjs')) as { serving: Record<string, string> };
const closing = closeAtTheEnd();
closing.add(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
try {
  execFileSync('react-router', ['build', 'web'], { cwd: ROOT, stdio: 'ignore' });
  // The first start installs: database and demonstration.
  await stop((await start()).child);
  const starts: number[] = [];
  let running = await start();
  for (starts.push(running.ms); starts.length < 3; starts.push(running.ms)) {
    await stop(running.child);
    running = await start();
  }
  const bareMs = await startBare();
  const { child, site } = running;
  closing.add(() => stop(child));
  const [rifa] = (await (await fetch(`${site}/api/rifas`)).json()) as { id: string }[];
  const memory = [residentMegabytes(child.pid!)];
  for (let part = 1; part <= PARTS; part++) {
    await autocannon({
      url: site,
      requests: [
        { path: '/' },
        { path: `/rifa/${rifa!.id}/anonymous` },
        { path: '/api/rifas' },
        { path: '/ranking' },
      ],
      headers: { 'accept-encoding': 'gzip, deflate, br' },
      connections: CONNECTIONS,
      amount: Math.ceil(requests / PARTS),
    });
    memory.push(residentMegabytes(child.pid!));
    console.log(`${whole((part * requests) / PARTS)} requests: ${Math.round(memory.at(-1)!)} MB`);
  }
  const startMs = starts.sort((one, other) => one - other)[1]!;
  const growth = memory.at(-1)! / memory[3]!;
  const goals = [
    [
      'from start to the first page, database included',
      `under ${START_GOAL_MS} ms`,
      `${whole(startMs)} ms`,
      startMs < START_GOAL_MS,
    ],
    [
      `memory after ${whole(requests)} requests`,
      `under ${MEMORY_GOAL_MB} MB`,
      `${whole(memory.at(-1)!)} MB`,
      memory.at(-1)! < MEMORY_GOAL_MB,
    ],
    [
      'memory at the end to that after 30%',
      `at most ${GROWTH_GOAL}`,
      growth.toFixed(2),
      growth <= GROWTH_GOAL,
    ],
  ] as const;
  for (const [what, goal, measured, isMet] of goals)
    console.log(`${isMet ? 'ok  ' : 'MISS'} ${what}: ${measured}, goal ${goal}`);
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ loadBefore, starts, bareMs, memory }, null, 2)}\n`);
  if (options.document)
    writePart(
      'process',
      `## One process

${measuredOn('process', loadBefore)}

The built site with demo data, pages, API and embedded PostgreSQL. Median of three starts: ${(startMs / bareMs).toFixed(1)} times a bare Hono server, which takes ${whole(bareMs)} ms. Then home, a rifa, the ranking and the list of rifas are requested in turn over ${CONNECTIONS} connections.

${markdownTable(
  ['goal', 'set', 'measured', 'met'],
  goals.map(([what, goal, measured, isMet]) => [what, goal, measured, isMet ? 'yes' : '**no**']),
)}

${markdownTable(
  ['requests', 'resident memory, MB'],
  memory.map((megabytes, part) => [whole((part * requests) / PARTS), whole(megabytes)]),
)}
`,
    );
  if (goals.some(([, , , isMet]) => !isMet)) process.exitCode = 1;
} finally {
  await closing.run();
}

/** @returns milliseconds until the home page was there */
async function start(): Promise<{ child: ChildProcess; site: string; ms: number }> {
  // Each time another: that of the last one may have been given away meanwhile.
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const began = performance.now();
  const child = spawn('node', ['server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...serving,
      PORT: String(port),
      DATA_DIR: folder,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      ROLE: 'web',
    },
  });
  await firstAnswer(site, child);
  return { child, site, ms: performance.now() - began };
}

async function startBare(): Promise<number> {
  const began = performance.now();
  const child = fork(join(import.meta.dirname, 'processes/bare-answers-process.ts'));
  child.send({ contentType: 'text/plain', body: '' });
  const [url] = (await once(child, 'message')) as [string];
  await firstAnswer(url, child);
  child.disconnect();
  return performance.now() - began;
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return void (await answer.text());
    await pause(5);
  }
  throw new Error(`the process ended while starting: ${child.exitCode ?? child.signalCode}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
