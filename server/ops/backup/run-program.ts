/** Runs PostgreSQL's own programs. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { OpsError } from '../ops-error.ts';

/** Where packages put one folder for each version; Debian links only some of its programs into the PATH. */
const VERSIONED = [
  { folder: '/usr/lib/postgresql', version: /^(\d+)$/ },
  { folder: '/usr', version: /^pgsql-(\d+)$/ },
];

/**
 * Finds a program: in PG_BIN, among the installed versions, in the PATH.
 * @param major of the server; null: any, the newest first
 * @throws OpsError if there is none
 */
export function findProgram(
  name: string,
  major: number | null = null,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const folders = [
    ...(env.PG_BIN ? [env.PG_BIN] : []),
    ...installedVersions(major),
    ...(env.PATH ?? '').split(delimiter).filter(Boolean),
  ];
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found) return found;
  throw new OpsError(
    `${name} não está instalado: instale postgresql-client na versão do servidor, ou defina PG_BIN com a pasta dos programas do PostgreSQL.`,
  );
}

function installedVersions(major: number | null): string[] {
  return VERSIONED.flatMap(({ folder, version }) =>
    (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
      const found = Number(version.exec(name)?.[1]);
      return found && (major === null || found === major) ? [{ found, path: join(folder, name, 'bin') }] : [];
    }),
  )
    .toSorted((one, other) => other.found - one.found)
    .map(({ path }) => path);
}

/** @throws OpsError with what the program printed */
export function runProgram(program: string, args: string[], env: NodeJS.ProcessEnv = process.env): void {
  const { status, stderr, error } = spawnSync(program, args, { env, encoding: 'utf8' });
  if (error) throw new OpsError(`${program} não pôde ser iniciado: ${error.message}`);
  if (status !== 0) throw new OpsError(`${program} falhou: ${stderr.trim()}`);
}
