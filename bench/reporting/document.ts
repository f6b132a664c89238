/** Writes docs/measurements.md, which has one generated part per benchmark. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../docs');
/** Charts; the document links them as `charts/NAME`. */
export const CHARTS = join(DOCS, 'charts');

/**
 * Replaces the part that the last run wrote.
 *
 * @param name of the benchmark, as in `npm run bench -- NAME`
 * @param text Markdown, from its heading on
 * @throws when the document lacks the markers of the part
 */
export function writePart(name: string, text: string): void {
  const file = join(DOCS, 'measurements.md');
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
  const document = readFileSync(file, 'utf8');
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/measurements.md has no part between ${begin} and ${end}`);
  writeFileSync(file, `${document.slice(0, from)}${begin}\n\n${text.trim()}\n\n${document.slice(to)}`);
}

/** One sentence with the date and the machine. */
export function describeRun(name: string, loadBefore: number, today = new Date()): string {
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
