/** The borders of docs/ARCHITECTURE.md, held by a test. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = import.meta.dirname;
const PACKAGES = ['domain', 'contract', 'database', 'server', 'web'] as const;

interface Import {
  from: string;
  /** A path below the root for our own modules, else the package's name. */
  to: string;
}

const files = PACKAGES.flatMap((name) => sourcesBelow(name));
const imports = files.flatMap((file) => importsOf(file));

test('there is something to check', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(imports.length).toBeGreaterThan(500);
});

describe('packages', () => {
  const allowed: Record<(typeof PACKAGES)[number], RegExp> = {
    domain: /^domain\//,
    contract: /^(?:contract|domain)\/|^zod$|^@orpc\/contract$/,
    database: /^(?:database|domain)\/|^(?!@mare\/)[a-z@]/,
    server: /^(?:server|database|contract|domain)\/|^[a-z@]/,
    web: /^(?:web|contract|domain)\/|^[a-z@]/,
  };
  test.each(PACKAGES)('%s imports only what it may', (name) => {
    const wrong = imports.filter(
      ({ from, to }) => from.startsWith(`${name}/`) && !isTest(from) && !mayImport(name, to),
    );
    expect(wrong).toEqual([]);
  });

  function mayImport(name: (typeof PACKAGES)[number], to: string): boolean {
    const ours = PACKAGES.find((other) => to.startsWith(`${other}/`));
    if (name === 'web' && (ours === 'server' || ours === 'database')) return false;
    if (name === 'database' && (ours === 'server' || ours === 'web' || ours === 'contract')) return false;
    if (name === 'server' && ours === 'web') return false;
    return allowed[name].test(to);
  }
});

test('the browser gets types from the contract, and no schema', () => {
  const wrong = files
    .filter((file) => file.startsWith('web/app/'))
    .filter((file) =>
      /^import (?!type )[^;]*'@mare\/contract\//m.test(readFileSync(join(root, file), 'utf8')),
    );
  expect(wrong).toEqual([]);
});

test('a feature of the server calls another’s use cases, never its queries or routes', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [a, b] = [featureOf(from), featureOf(to)];
    return a && b && a !== b && !isTest(from) && /\.(?:queries|routes)\.ts$/.test(to);
  });
  expect(wrong).toEqual([]);
});

test('only the payment folders know a provider', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      /^server\/payments\/(?:mercado-pago|sandbox)\//.test(to) && !from.startsWith('server/payments/'),
  );
  expect(wrong).toEqual([]);
});

test('the platform knows no feature', () => {
  const wrong = imports.filter(
    ({ from, to }) => from.startsWith('server/platform/') && featureOf(to) !== null,
  );
  expect(wrong).toEqual([]);
});

test('decoration reads no data, and nothing but a page reads decoration', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      (from.startsWith('web/app/social-proof/') && /web\/app\/(?:api|fetching\/.*|.*store)\.ts$/.test(to)) ||
      (to.startsWith('web/app/social-proof/') && !from.startsWith('web/')),
  );
  expect(wrong).toEqual([]);
});

test('the interface kit knows no feature', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      from.startsWith('web/app/ui/') && to.startsWith('web/app/') && !to.startsWith('web/app/ui/'),
  );
  expect(wrong).toEqual([]);
});

test('no folder is named after nothing in particular', () => {
  const folders = new Set(files.flatMap((file) => dirname(file).split('/')));
  expect([...folders].filter((name) => /^(?:utils?|helpers?|commons?|shared|misc|lib)$/.test(name))).toEqual(
    [],
  );
});

test('no module imports itself by a roundabout way', () => {
  const graph = new Map(files.map((file) => [file, [] as string[]]));
  for (const { from, to } of valueImports()) graph.get(from)?.push(to);
  expect(findCycle(graph)).toBeNull();
});

test('one word a concept: rifa, cota, order, draw', () => {
  const declared =
    /\b(?:const|let|function|class|interface|type|enum)\s+\w*(?:raffle|quota|pedido|sorteio)\w*/i;
  expect(files.filter((file) => declared.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/(?:^|\/)(?:node_modules|build|\.react-router)\//.test(file));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
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

/** Imports that exist when the program runs; types alone cannot make a cycle. */
function valueImports(): Import[] {
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/^(?:import|export) type\b[^;]*;/gm, '');
    return [...text.matchAll(/^(?:import|export)\b[^'";]*?from '([^']+)'/gm)].map((match) => ({
      from: file,
      to: locate(file, match[1]!),
    }));
  });
}

function findCycle(graph: ReadonlyMap<string, string[]>): string[] | null {
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

function featureOf(path: string): string | null {
  const match = /^server\/([a-z-]+)\//.exec(path);
  return match && match[1] !== 'platform' ? match[1]! : null;
}

function isTest(file: string): boolean {
  return /\.(?:test|testing)\.tsx?$|\/testing(?:-setup)?\.ts$/.test(file);
}
