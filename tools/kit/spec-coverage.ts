/**
 * The table of docs/spec-coverage.md, read from annotations above tests:
 *
 *     // @covers community 2: 'Pódio' only when there are three winners
 *     //   [web/app/ranking/podium.tsx]
 *     test('…')
 *
 * The section of the specification, what a person notices, and in brackets, in one of the tests of an item, the files
 * that do it.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CoveredItem {
  section: string;
  item: string;
  /** Paths from the root. */
  files: string[];
  /** Paths from the root. */
  tests: string[];
}

const ROOT = join(import.meta.dirname, '../..');
const TESTS = '{domain,contract,database,server,web,e2e,tools}/**/*.{test,spec}.{ts,tsx}';
const SECTIONS = ['community', 'storefront', 'panel', 'beyond'];
const ANNOTATION =
  /^ *\/\/ @covers (?<start>.+)\n(?<rest>(?: *\/\/ {3}\S.*\n)*)(?=(?: *\/\/.*\n)*(?<next>.*))/gm;
const PARTS =
  /^(?<section>(?:community|storefront) \d|panel|beyond): (?<item>.+?)(?: \[(?<files>[^\]]+)\])?$/;

const HEAD = `# Specification coverage

Both areas of the specification by screen and rule, then the panel and features beyond it: where each is implemented, and
the tests that fail without it. Texts in quotes are exact texts on screen.

Generated from the \`@covers\` annotations above tests by \`npm run docs:coverage\`. \`spec-coverage.test.ts\` checks that this
page is up to date, that every named file exists, and that every quoted text occurs in one of its item's tests.

| section | item | where | test |
|---|---|---|---|
`;

/**
 * Items that the tests cover, in the order of the table.
 *
 * @throws Error for an annotation that cannot be read, or that is not above a test
 */
export function readSpecCoverage(): CoveredItem[] {
  const items = new Map<string, CoveredItem>();
  const tests = globSync(TESTS, { cwd: ROOT, exclude: (path) => path.includes('node_modules') });
  for (const test of tests.toSorted(compareText))
    for (const { section, item, files } of readAnnotations(test)) {
      const key = `${section}: ${item}`;
      const known = items.get(key) ?? { section, item, files: [], tests: [] };
      items.set(key, {
        ...known,
        files: [...new Set([...known.files, ...files])],
        tests: [...new Set([...known.tests, test])],
      });
    }
  return [...items.values()].toSorted(
    (a, b) => compareSections(a.section, b.section) || compareText(a.item, b.item),
  );
}

export function renderSpecCoverage(): string {
  const quote = (files: string[]) => files.map((file) => `\`${file}\``).join(', ');
  const rows = readSpecCoverage().map(
    ({ section, item, files, tests }) => `| ${section} | ${item} | ${quote(files)} | ${quote(tests)} |`,
  );
  return `${HEAD}${rows.join('\n')}\n`;
}

function readAnnotations(test: string): Omit<CoveredItem, 'tests'>[] {
  const text = readFileSync(join(ROOT, test), 'utf8');
  return Array.from(text.matchAll(ANNOTATION), ({ groups }) => {
    const { start, rest, next } = groups as { start: string; rest: string; next: string };
    const annotation = [start, ...Array.from(rest.matchAll(/\/\/ {3}(.+)/g), ([, line]) => line)].join(' ');
    const { section, item, files } = PARTS.exec(annotation)?.groups ?? {};
    if (!section || !item) throw new Error(`${test}: '${annotation}' is not '<section>: <item> [<files>]'`);
    if (!/^\s*test\b/.test(next)) throw new Error(`${test}: '${annotation}' is not above a test`);
    return { section, item, files: files?.split(', ') ?? [] };
  });
}

function compareSections(a: string, b: string): number {
  const rank = (section: string) => SECTIONS.indexOf(section.split(' ')[0]!);
  return rank(a) - rank(b) || compareText(a, b);
}

function compareText(a: string, b: string): number {
  return a.localeCompare(b, 'en');
}
