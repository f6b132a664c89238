/** Variables of modules that keep state between calls. A cache in one serves every database that the process opens. */

/** State of the process itself, by file. */
export const PROCESS_STATE: Record<string, readonly string[]> = {
  // Read once from packages, the same for every shop.
  'server/accounts/sign-in/common-passwords.ts': ['known'],
  'server/platform/documents/draw-picture.ts': ['siteFonts', 'allFonts'],
  // Limits the memory and threads of the process.
  'server/accounts/sign-in/passwords.ts': ['running', 'waiting'],
  // Results of a pure function of the key.
  'server/orders/numbers/number-permutations.ts': ['cache'],
  // Spans are sent for the process.
  'server/platform/log/tracing.ts': ['tracer'],
};

const DECLARED = [
  /^(?:export )?let (\w+)/gm,
  // Empty: with arguments it is a table of constants.
  /^(?:export )?const (\w+)(?:: .*)? = new (?:Weak)?(?:Map|Set)(?:<[^]*?>)?\((?<argument>.)/gm,
  /^(?:export )?const (\w+)(?:: .*)? = (?:createBatchLoader|createTimedCache|memoizeAsync)\b/gm,
  /^(?:export )?const (\w+)(?:: .*)? = (?:\[\]|\{\});/gm,
];

/** @returns names of the variables in order of declaration */
export function moduleState(text: string): string[] {
  return DECLARED.flatMap((form) => [...text.matchAll(form)])
    .filter(({ groups }) => !groups || groups.argument === ')')
    .toSorted((a, b) => a.index - b.index)
    .map((match) => match[1]!);
}
