/**
 * Start-up time and memory growth of one web process of the built site, compared with a bare Hono server.
 * `npm run bench -- process`.
 *
 * Options: `--requests N` (1000000); `--document` writes its part of docs/measurements.md; `--json FILE`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { freePort } from '@mare/server/soak/shop/start-shop.testing.ts';
import { createCleanup } from './cleanup.ts';
import { residentMegabytes } from './process-usage.ts';
import { spawnProgram, stopProgram } from './program.ts';
import { markdownTable, describeRun, writePart } from '../reporting/document.ts';
import { formatInteger } from '../reporting/report.ts';
import { buildSite } from '../shop/site.ts';

const PARTS = 10;
const CONNECTIONS = 32;
const START_GOAL_MS = 2_000;
const MEMORY_GOAL_MB = 250;
/** From the third part to the last: JIT compilation and caches have settled by then. */
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
const cleanup = createCleanup();
cleanup.add(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
try {
  buildSite();
  // The first start creates the database and seeds the demo data.
  await stopProgram((await start()).child);
  const starts: number[] = [];
  let running = await start();
  for (starts.push(running.ms); starts.length < 3; starts.push(running.ms)) {
    await stopProgram(running.child);
    running = await start();
  }
  const bareMs = await startBare();
  const { child, site } = running;
  cleanup.add(() => stopProgram(child));
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
    console.log(`${formatInteger((part * requests) / PARTS)} requests: ${Math.round(memory.at(-1)!)} MB`);
  }
  const startMs = starts.sort((one, other) => one - other)[1]!;
  const growth = memory.at(-1)! / memory[3]!;
  const goals = [
    [
      'from start to the first page, database included',
      `under ${START_GOAL_MS} ms`,
      `${formatInteger(startMs)} ms`,
      startMs < START_GOAL_MS,
    ],
    [
      `memory after ${formatInteger(requests)} requests`,
      `under ${MEMORY_GOAL_MB} MB`,
      `${formatInteger(memory.at(-1)!)} MB`,
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

${describeRun('process', loadBefore)}

The built site with demo data, pages, API and embedded PostgreSQL. Median of three starts: ${(startMs / bareMs).toFixed(1)} times a bare Hono server, which takes ${formatInteger(bareMs)} ms. Then home, a rifa, the ranking and the list of rifas are requested in turn over ${CONNECTIONS} connections.

${markdownTable(
  ['goal', 'set', 'measured', 'met'],
  goals.map(([what, goal, measured, isMet]) => [what, goal, measured, isMet ? 'yes' : '**no**']),
)}

${markdownTable(
  ['requests', 'resident memory, MB'],
  memory.map((megabytes, part) => [formatInteger((part * requests) / PARTS), formatInteger(megabytes)]),
)}
`,
    );
  if (goals.some(([, , , isMet]) => !isMet)) process.exitCode = 1;
} finally {
  await cleanup.run();
}

/** @returns the milliseconds until the home page responded */
async function start(): Promise<{ child: ChildProcess; site: string; ms: number }> {
  // A new port for each start: the previous one may be taken by now.
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const began = performance.now();
  const child = await spawnProgram({ port, dataDir: folder, settings: { ROLE: 'web' } });
  await waitForResponse(site, child);
  return { child, site, ms: performance.now() - began };
}

async function startBare(): Promise<number> {
  const began = performance.now();
  const child = fork(join(import.meta.dirname, 'canned-responses-process.ts'));
  child.send({ contentType: 'text/plain', body: '' });
  const [url] = (await once(child, 'message')) as [string];
  await waitForResponse(url, child);
  child.disconnect();
  return performance.now() - began;
}

async function waitForResponse(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return void (await response.text());
    await pause(5);
  }
  throw new Error(`the process ended while starting: ${child.exitCode ?? child.signalCode}`);
}
