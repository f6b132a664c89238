/** docs/measurements.md holds one part a benchmark, each written by its own run and by nothing else. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../docs');
/** Where drawings go; the document calls them `charts/NAME`. */
export const CHARTS = join(DOCS, 'charts');

/**
 * Puts a part in the place of the one that the last run wrote.
 *
 * @param name of the benchmark, as in `npm run bench -- NAME`
 * @param text Markdown, from its heading on
 * @throws when the document has no place for it
 */
export function writePart(name: string, text: string): void {
  const file = join(DOCS, 'measurements.md');
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
  const document = readFileSync(file, 'utf8');
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/measurements.md has no part between ${begin} and ${end}`);
  writeFileSync(file, `${document.slice(0, from)}${begin}\n\n${text.trim()}\n\n${document.slice(to)}`);
}

/** What it was measured on and when: one sentence. */
export function measuredOn(name: string, loadBefore: number, today = new Date()): string {
  const [cpu] = cpus();
  return (
    `Written by \`npm run bench -- ${name} --document\` on ${today.toISOString().slice(0, 10)}: ` +
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
    `Linux ${release()}, Node ${process.version}; load average before the run ${loadBefore.toFixed(1)}.`
  );
}

export function markdownTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heading, heading.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
