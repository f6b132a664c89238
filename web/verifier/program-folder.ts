/** Working folder of a long-running program: locked by one process, with durable, atomic writes. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Creates the folder for its owner only, until the process ends. Exits when another process uses it. */
export function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = join(folder, 'em-uso');
  if (existsSync(lock) && isRunning(Number(readFileSync(lock, 'utf8')))) {
    process.stderr.write(`${folder} já está em uso por outro programa.\n`);
    process.exit(1);
  }
  writeFileSync(lock, String(process.pid));
  process.on('exit', () => rmSync(lock, { force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
}

/** Replaces a file atomically: after a crash it has the old or the new content. */
export function writeDurably(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const next = `${file}.novo`;
  const handle = openSync(next, 'w', 0o600);
  writeSync(handle, content as string);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(next, file);
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
}
