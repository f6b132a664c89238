/** Setup of every command: installed dependencies and the Node version of the lock file. Runs on Node 20 too. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
const binaries = join(root, 'node_modules/.bin');

/** Installs when node_modules is missing or older than the lock file. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Instalando as dependências...');
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) fail('A instalação das dependências falhou: veja as mensagens acima.');
}

/** Compares the lock file with the one that npm leaves in node_modules when it has finished. */
function isInstalled() {
  const hidden = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = packagesOf(hidden);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    // Optional packages are those of other platforms too; workspaces are links.
    ([path, { version, integrity, optional }]) =>
      optional ||
      !path.includes('node_modules/') ||
      (installed[path]?.version === version && installed[path].integrity === integrity),
  );
}

/** Builds the site when its sources changed since the last build. */
export async function ensureBuilt() {
  const stamp = join(root, 'web/build/.sources');
  const sources = sourcesHash(['web', 'contract', 'domain', 'package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  console.log('Montando o site...');
  const { code, output } = await capture('react-router', ['build', 'web']);
  if (code !== 0) {
    console.error(output);
    fail('A montagem do site falhou: veja as mensagens acima.');
  }
  writeFileSync(stamp, sources);
}

/** Runs a program of this workspace on the pinned Node; resolves with its exit code. */
export function run(program, args, { exitsWithParent = false, forwardsSignals = false, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      ...options,
      env: environment(options.env),
    });
    if (exitsWithParent) exitWithParent(child);
    else if (forwardsSignals) forwardSignals(child);
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

/** Forwards termination to a child that cleans up, and waits for it. */
function forwardSignals(child) {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
}

/** Like `forwardSignals`, but also stops the child when the parent process has ended. */
function exitWithParent(child) {
  forwardSignals(child);
  const starter = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
  watch.unref();
}

/** Like `run`, but captures the output. */
export function capture(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      ...options,
      stdio: 'pipe',
      env: environment({ NO_COLOR: '1', ...options.env }),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

export function environment(extra = {}) {
  return { ...process.env, ...extra, PATH: `${binaries}${delimiter}${process.env.PATH}` };
}

function sourcesHash(places) {
  const hash = createHash('sha256');
  for (const place of places)
    for (const file of filesBelow(join(root, place))) hash.update(file).update(sha256(readFileSync(file)));
  return hash.digest('hex');
}

function filesBelow(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !['build', 'node_modules', '.react-router'].includes(entry.name))
    .flatMap((entry) => filesBelow(join(path, entry.name)))
    .sort((one, other) => (one < other ? -1 : 1));
}

function sha256(data) {
  return createHash('sha256').update(data).digest('hex');
}
