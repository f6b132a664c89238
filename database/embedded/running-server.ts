/** Finds the embedded server that another process of this machine runs, for the operator's commands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM, TCP_HOST } from './embedded-postgres.ts';

/** Line of `postmaster.pid` that holds the port. */
const PORT_LINE = 3;

/**
 * @param dataDir as of `startEmbeddedPostgres`
 * @returns the address for the role of the program; null: no server was started on this folder, or it has been stopped
 */
export function runningProgramUrl(dataDir: string, database: string): string | null {
  const read = (file: string) => readFileSync(join(dataDir, file), 'utf8').trim();
  try {
    const port = read('postgres/postmaster.pid').split('\n')[PORT_LINE];
    return `postgres://${PROGRAM}:${read('password')}@${TCP_HOST}:${port}/${database}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
