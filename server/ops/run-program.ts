import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The command failed for a reason that the operator can act on; the message says it. */
export class OpsError extends Error {}

/** Runs a program of PostgreSQL, from PG_BIN if that is set. @throws OpsError with what it printed */
export function runProgram(name: string, args: string[], env: NodeJS.ProcessEnv = process.env): void {
  const named = env.PG_BIN && join(env.PG_BIN, name);
  const { status, stderr, error } = spawnSync(named && existsSync(named) ? named : name, args, {
    env,
    encoding: 'utf8',
  });
  if (error) throw new OpsError(`${name} não está instalado: instale postgresql-client ou defina PG_BIN.`);
  if (status !== 0) throw new OpsError(`${name} falhou: ${stderr.trim()}`);
}
