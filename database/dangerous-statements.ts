/**
 * Migrations run while the version before them is still serving: they may only add, and take no lock for long. What is
 * no longer used is taken away by a later migration, once no running version knows it (expand, then contract).
 */

export interface Danger {
  statement: string;
  /** What it does to whoever is buying meanwhile, and what to write instead. */
  why: string;
}

const DANGERS: [RegExp, string][] = [
  [
    /\bdrop\s+table\b/,
    'the running version still reads it: drop it in a later migration marked as contracting',
  ],
  [
    /\bdrop\s+(?:column\b|schema\b)/,
    'the running version still reads it: drop it later, marked as contracting',
  ],
  [/\balter\s+table\b.*\brename\b/, 'the running version knows the old name: add the new one beside it'],
  [/\balter\s+column\b.*\b(?:set\s+data\s+)?type\b/, 'rewrites the table under a lock: add a column instead'],
  [
    /\badd\s+column\b(?!.*\bdefault\b).*\bnot\s+null\b/,
    'fails on rows that are there: give it a default, or add it nullable',
  ],
  [
    /\balter\s+column\b.*\bset\s+not\s+null\b/,
    'reads the whole table under a lock: add a check as not valid, then validate it',
  ],
  [/\btruncate\b/, 'takes data away'],
  [/\bdelete\s+from\s+\w+(?:\.\w+)?\s*$/, 'takes all rows away'],
  [/\bvacuum\s+full\b|\bcluster\s+\w/, 'rewrites the table under a lock'],
  [/\block\s+table\b/, 'stops everybody who buys'],
];

/** The first line of a migration that takes away what no running version uses any more. */
const CONTRACTS = /^-- contracts: \S.+/;

/** @returns what may not run beside the version before; none for a migration that says what it contracts, and why. */
export function findDangers(migration: string): Danger[] {
  if (CONTRACTS.test(migration)) return [];
  const created = new Set(
    [...migration.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?([\w.]+)/gi)].map(([, name]) => name),
  );
  return statementsOf(migration).flatMap((statement) => {
    const [, altered] = /^alter\s+table\s+(?:only\s+)?([\w.]+)/.exec(statement) ?? [];
    // A table that this very migration makes has no rows and no readers.
    if (altered && created.has(altered)) return [];
    return DANGERS.filter(([pattern]) => pattern.test(statement)).map(([, why]) => ({ statement, why }));
  });
}

/** In lower case and on one line each, without comments, texts and bodies of functions. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
}
