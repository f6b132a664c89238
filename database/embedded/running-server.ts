/** Finds the embedded server of another process on this machine, for operator commands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM, TCP_HOST } from './embedded-postgres.ts';

/** Line of `postmaster.pid` that holds the port. */
const PORT_LINE = 3;

/**
 * @param dataDir as of `startEmbeddedPostgres`
 * @returns the URL for the program's role; null if no server runs on this folder
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
