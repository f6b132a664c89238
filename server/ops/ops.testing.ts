import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Finding } from './findings.ts';

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** Runs the program as an operator does. */
export function ops(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), ...args],
    {
      env: { PATH, NODE_COMPILE_CACHE, DEMO: '1', ...env },
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

export const problems = (findings: Finding[]) =>
  findings.filter(({ level }) => level !== 'ok').map(({ text }) => text);
