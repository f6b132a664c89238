/**
 * Migrations run while the previous version serves: they may only expand the schema, without long locks. A later
 * migration drops what no running version uses any more (expand and contract).
 */

export interface Danger {
  statement: string;
  /** Effect on running processes, and the alternative. */
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
    /\badd\s+column\b(?![^,]*\bdefault\b)[^,]*\bnot\s+null\b/,
    'fails on existing rows: add a default, or make it nullable',
  ],
  [
    /\balter\s+column\b.*\bset\s+not\s+null\b/,
    'reads the whole table under a lock: add a check as not valid, then validate it',
  ],
  [/\btruncate\b/, 'deletes data'],
  [/\bdelete\s+from\s+\w+(?:\.\w+)?\s*$/, 'deletes all rows'],
  [/\bvacuum\s+full\b|\bcluster\s+\w/, 'rewrites the table under a lock'],
  [/\block\s+table\b/, 'blocks all sales'],
];

/** First line of a contracting migration. */
const CONTRACTS = /^-- contracts: \S.+/;

/** @returns statements that break or block the previous version while it still runs; none for a contracting migration */
export function findDangers(migration: string): Danger[] {
  if (CONTRACTS.test(migration)) return [];
  const created = new Set(
    [...migration.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?([\w.]+)/gi)].map(([, name]) => name),
  );
  return statementsOf(migration).flatMap((statement) => {
    const [, altered] = /^alter\s+table\s+(?:only\s+)?([\w.]+)/.exec(statement) ?? [];
    // A table created in the same migration has no rows and no readers.
    if (altered && created.has(altered)) return [];
    return DANGERS.filter(([pattern]) => pattern.test(statement)).map(([, why]) => ({ statement, why }));
  });
}

/** Normalised to one lower-case line each, without comments, string literals, function bodies and parentheses. */
function statementsOf(sql: string): string[] {
  return withoutParentheses(
    sql
      .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
      .replaceAll(/'(?:[^']|'')*'/g, "''")
      .replaceAll(/--[^\n]*/g, '')
      .replaceAll(/\/\*[\s\S]*?\*\//g, ''),
  )
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
}

/** Splits a statement into its comma-separated clauses. */
function withoutParentheses(sql: string): string {
  const outer = sql.replaceAll(/\([^()]*\)/g, '');
  return outer === sql ? sql : withoutParentheses(outer);
}
