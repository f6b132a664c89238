/** The source files of the packages and what they import. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');

export const PACKAGES = ['domain', 'contract', 'database', 'server', 'web'] as const;

export interface Import {
  from: string;
  /** A path below the root for our own modules, else the package's name. */
  to: string;
}

export const files = PACKAGES.flatMap((name) => sourcesBelow(name));
export const imports = files.flatMap((file) => importsOf(file));

/** @param file a path below the root */
export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/(?:^|\/)(?:node_modules|build|\.react-router)\//.test(file));
}

function importsOf(file: string): Import[] {
  const text = read(file);
  return [
    ...text.matchAll(/^(?:import|export)\b[^'";]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm),
  ]
    .map((match) => match[1] ?? match[2] ?? match[3]!)
    .filter((target) => !/\/\+types\/|\.css$|^virtual:/.test(target))
    .map((target) => ({ from: file, to: locate(file, target) }));
}

function locate(file: string, target: string): string {
  if (target.startsWith('@mare/')) return target.slice('@mare/'.length);
  if (target.startsWith('.')) return relative(root, resolve(root, dirname(file), target));
  return target;
}

/** Imports that exist when the program runs, without type imports. */
export function valueImports(): Import[] {
  return files.flatMap((file) => {
    const text = read(file).replaceAll(/^(?:import|export) type\b[^;]*;/gm, '');
    return [...text.matchAll(/^(?:import|export)\b[^'";]*?from '([^']+)'/gm)].map((match) => ({
      from: file,
      to: locate(file, match[1]!),
    }));
  });
}

export function graphOf(edges: readonly Import[]): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const { from, to } of edges) graph.set(from, [...(graph.get(from) ?? []), to]);
  return graph;
}

export function findCycle(graph: ReadonlyMap<string, string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return null;
}

/** Test or test helper. */
export function isTest(file: string): boolean {
  return /\.(?:test|testing)\.tsx?$/.test(file);
}
