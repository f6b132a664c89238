/** Checks that files, links and commands named in documents exist. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRuns, withTables } from './tools/kit/fault-runs.mjs';
import { PICTURES } from './tools/kit/pictures.mjs';

const root = import.meta.dirname;
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const below = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file));

const documents = ['README.md', 'SECURITY.md', 'CHANGELOG.md', ...below('docs', '.md')];
const searchedFolders = [
  'architecture',
  'domain',
  'contract',
  'database',
  'server',
  'web/app',
  'web/public',
  'web/verifier',
  'e2e',
  'bench',
  'tools',
  'deploy',
];
const files = searchedFolders
  .flatMap((folder) => below(folder, ''))
  .concat(readdirSync(root))
  .map((file) => `/${file}`);

test.each(documents)('%s names existing files', (document) => {
  const named = [
    ...read(document).matchAll(/`([\w@][\w./@*-]*\.(?:tsx?|mjs|sql|sh|conf|timer|json|ya?ml))`/g),
  ];
  // Leading folders may be omitted.
  const exists = (name: string) => {
    const pattern = asPattern(name);
    return files.some((file) => pattern.test(file));
  };
  expect(named.map((match) => match[1]!).filter((name) => !exists(name))).toEqual([]);
});

/** `*` matches a name, `**` folders. */
function asPattern(name: string): RegExp {
  const pattern = name
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\*\*\/|\*/g, (wildcard) => (wildcard === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`/${pattern}$`);
}

test.each(documents)('links of %s point to existing pages and headings', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map((match) => match[1]!);
  const broken = links.filter((link) => {
    const [path = '', heading] = link.split('#');
    const target = path ? join(dirname(document), path) : document;
    if (!existsSync(join(root, target))) return true;
    return heading !== undefined && !headingsOf(target).includes(heading);
  });
  expect(broken).toEqual([]);
});

function headingsOf(document: string): string[] {
  return [...read(document).matchAll(/^#+ (.+)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(documents)('%s names existing commands', (document) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commands = [...read(document).matchAll(/npm (?:run )?([a-z:]+)(?: -- ([a-z-]+))?/g)]
    .map(([text, script, name]) => ({ text, script: script!, name }))
    .filter(({ text, script }) => text.startsWith('npm run') || ['start', 'test'].includes(script));
  const unknown = commands.filter(({ script, name }) => {
    if (!(script in scripts)) return true;
    if (script === 'bench' && name) return !files.some((file) => file.endsWith(`/${name}.bench.ts`));
    if (script === 'test:deploy' && name)
      return !existsSync(join(root, `bench/deployment/${name}.deploy.ts`));
    return false;
  });
  expect(unknown).toEqual([]);
});

test.each(documents)('%s names existing tests', (document) => {
  const named = [...read(document).matchAll(/npx vitest run ([\w/.-]+)/g)].map((match) => match[1]!);
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file));
  expect(named.filter((namedFile) => !tests.some((file) => file.includes(namedFile)))).toEqual([]);
});

test('the README names every benchmark and deployment test', () => {
  const text = read('README.md');
  const names = [...below('bench', '.bench.ts'), ...below('bench/deployment', '.deploy.ts')].map(
    (file) => /([\w-]+)\.(?:bench|deploy)\.ts$/.exec(file)![1]!,
  );
  expect(names.filter((name) => !new RegExp(`[ \`]${name}\``).test(text))).toEqual([]);
});

test('links every page of docs from the README, directly or through other pages', () => {
  const reached = new Set(['README.md']);
  for (const page of reached)
    for (const [, link] of read(page).matchAll(/\]\((?!https?:)([^)#\s]+)/g)) {
      const target = join(dirname(page), link!).replace(/\/$/, '');
      for (const found of target === 'docs/decisions' ? below(target, '.md') : [target])
        if (found.endsWith('.md') && existsSync(join(root, found))) reached.add(found);
    }
  expect(documents.filter((document) => !reached.has(document) && document !== 'CHANGELOG.md')).toEqual([]);
});

test('shows every picture on a page', () => {
  const text = documents.map(read).join('\n');
  const pictures = [...below('docs', '.png'), ...below('docs', '.svg')];
  expect(pictures.filter((picture) => !text.includes(picture.replace(/^docs\//, '')))).toEqual([]);
});

describe('the pictures that `npm run screenshots` makes', () => {
  const pictureFiles = PICTURES.map(({ name }) => `docs/pictures/${name}.png`).toSorted();

  test('are those that documents show', () => {
    const shown = documents.flatMap((document) =>
      [...read(document).matchAll(/[("]((?:docs\/)?pictures\/[^)"]+)[)"]/g)].map(([, path]) =>
        join(dirname(document), path!),
      ),
    );
    expect([...new Set(shown)].toSorted()).toEqual(pictureFiles);
    expect(below('docs/pictures', '').toSorted()).toEqual(pictureFiles);
  });

  test('are small', () => {
    const bytes = pictureFiles.reduce((sum, file) => sum + statSync(join(root, file)).size, 0);
    expect(bytes).toBeLessThan(1_500_000);
  });
});

describe('every claim of docs/security.md', () => {
  const [, claims = ''] = /\n## Claims\n([^]*?)\n## /.exec(read('docs/security.md')) ?? [];
  const rows = claims.split('\n').filter((line) => /^\| (?!claim \|)/.test(line));

  test('is found', () => expect(rows.length).toBeGreaterThan(40));

  test.each(rows)('%s', (row) => {
    const [, file = '', name = ''] = /\| `([^`]+\.(?:test|spec)\.tsx?)` › (.+) \|$/.exec(row) ?? [];
    const names = [...read(file).matchAll(/\(\s*(['"`])((?:(?!\1).)+)\1,/g)].map((match) => match[2]);
    // Named by its first argument, or by the first column of a table of cases.
    const cases = [...read(file).matchAll(/\[\s*'([^']+)',/g)].map((match) => match[1]);
    expect([...names, ...cases]).toContain(name);
  });
});

test('generates the tables of fault runs from their record', () => {
  const document = read('docs/reliability.md');
  expect(withTables(document, readRuns())).toBe(document);
});
