import attacks from './attacks.ts';
import domain from './domain.ts';
import newRules from './new-rules.ts';
import records from './records.ts';
import server from './server.ts';

export interface Mutant {
  /** Below the root. */
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
  /** Paths whose tests must notice; by default those of the file's folder. */
  tests?: string[];
}

export const MUTANTS: readonly Mutant[] = [...domain, ...server, ...records, ...attacks, ...newRules];
