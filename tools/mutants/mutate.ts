export interface Mutant {
  /** Path below the root. */
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
  /** Paths of the tests that must fail; by default those of the file's folder. */
  tests?: string[];
}

/** One mutant per change of a file. */
export function mutate(
  file: string,
  tests: string[],
  ...changes: readonly (readonly [find: string, replace: string])[]
): Mutant[] {
  return changes.map(([find, replace]) => ({ file, find, replace, tests }));
}
