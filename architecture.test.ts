/** Enforces the borders of docs/ARCHITECTURE.md. */
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { againstOrder, AREAS, COMPOSITION, folderIn, ORDER } from './architecture/feature-order.ts';
import { moduleState, PROCESS_STATE } from './architecture/module-state.ts';
import {
  files,
  findCycle,
  graphOf,
  imports,
  isTest,
  PACKAGES,
  read,
  valueImports,
} from './architecture/source-files.ts';
import {
  FOREIGN_WRITES,
  OWNS,
  tablesOf,
  WRITE_ANY_TABLE,
  writtenTables,
} from './architecture/table-owners.ts';

test('finds the source files and their imports', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(imports.length).toBeGreaterThan(500);
});

describe('packages', () => {
  const allowed: Record<(typeof PACKAGES)[number], RegExp> = {
    domain: /^domain\/|^@noble\/curves\/|^@peculiar\/asn1-|^asn1js$/,
    contract: /^(?:contract|domain)\/|^zod$|^@orpc\/contract$/,
    database: /^(?:database|domain)\/|^(?!@mare\/)[a-z@]/,
    server: /^(?:server|database|contract|domain)\/|^[a-z@]/,
    web: /^(?:web|contract|domain)\/|^[a-z@]/,
  };
  test.each(PACKAGES)('%s imports only allowed packages', (name) => {
    const wrong = imports.filter(
      ({ from, to }) => from.startsWith(`${name}/`) && !isTest(from) && !mayImport(name, to),
    );
    expect(wrong).toEqual([]);
  });

  function mayImport(name: (typeof PACKAGES)[number], to: string): boolean {
    const imported = PACKAGES.find((each) => to.startsWith(`${each}/`));
    if (name === 'web' && (imported === 'server' || imported === 'database')) return false;
    if (name === 'database' && (imported === 'server' || imported === 'web' || imported === 'contract'))
      return false;
    if (name === 'server' && imported === 'web') return false;
    return allowed[name].test(to);
  }
});

test('the browser imports only types from the contract, no schema', () => {
  const wrong = files
    .filter((file) => file.startsWith('web/app/'))
    .filter((file) => /^import (?!type )[^;]*'@mare\/contract\//m.test(read(file)));
  expect(wrong).toEqual([]);
});

test('a feature of the server calls another’s use cases, never its queries or routes', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [caller, called] = [featureOf(from), featureOf(to)];
    return caller && called && caller !== called && !isTest(from) && /\.(?:queries|routes)\.ts$/.test(to);
  });
  expect(wrong).toEqual([]);
});

describe('features import in one direction', () => {
  test.each(AREAS)('%s: every import follows the order', (area) => {
    expect(againstOrder(area, imports)).toEqual([]);
  });

  test.each(AREAS)('%s: the order lists every folder', (area) => {
    const listed: readonly string[] = [...ORDER[area], ...COMPOSITION[area]];
    const folders = new Set(files.flatMap((file) => folderIn(area, file) ?? []));
    expect([...folders].filter((folder) => !listed.includes(folder))).toEqual([]);
    expect(listed.filter((folder) => folder !== '' && !folders.has(folder))).toEqual([]);
  });

  test('reports an import against the order', () => {
    const wrong = againstOrder('server', [
      { from: 'server/orders/x.ts', to: 'server/payments/y.ts' },
      { from: 'server/orders/x.ts', to: 'server/composition/router.ts' },
      { from: 'server/orders/x.test.ts', to: 'server/payments/y.ts' },
      { from: 'server/payments/y.ts', to: 'server/orders/x.ts' },
      { from: 'server/composition/router.ts', to: 'server/orders/x.ts' },
      { from: 'server/orders/x.ts', to: 'server/orders/y.ts' },
    ]);
    expect(wrong).toEqual([
      'server/orders/x.ts imports server/payments/y.ts, but payments stands above orders: move the file down, pass the function in, or register a handler',
      'server/orders/x.ts imports server/composition/router.ts, but server/composition/router.ts composes the features: pass in what x.ts needs of it',
    ]);
  });
});

test('only payment folders import a provider', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      /^server\/payments\/(?:mercado-pago|sandbox)\//.test(to) && !from.startsWith('server/payments/'),
  );
  expect(wrong).toEqual([]);
});

test('the platform imports no feature', () => {
  const wrong = imports.filter(
    ({ from, to }) => from.startsWith('server/platform/') && featureOf(to) !== null,
  );
  expect(wrong).toEqual([]);
});

test('decoration reads no data, and only pages import decoration', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      (from.startsWith('web/app/social-proof/') && /web\/app\/(?:api|fetching\/.*|.*store)\.ts$/.test(to)) ||
      (to.startsWith('web/app/social-proof/') && !from.startsWith('web/')),
  );
  expect(wrong).toEqual([]);
});

test('the interface kit imports no feature', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      from.startsWith('web/app/ui/') && to.startsWith('web/app/') && !to.startsWith('web/app/ui/'),
  );
  expect(wrong).toEqual([]);
});

test('no folder has a generic name', () => {
  const folders = new Set(files.flatMap((file) => dirname(file).split('/')));
  expect([...folders].filter((name) => /^(?:utils?|helpers?|commons?|shared|misc|lib)$/.test(name))).toEqual(
    [],
  );
});

describe('import cycles', () => {
  test('do not exist at run time', () => {
    expect(findCycle(graphOf(valueImports()))).toBeNull();
  });

  test('do not exist among type and dynamic imports', () => {
    expect(findCycle(graphOf(imports))).toBeNull();
  });

  test('detects a cycle through a third module', () => {
    const [a, b, c] = ['server/orders/a.ts', 'server/orders/b.ts', 'server/orders/c.ts'] as const;
    const cycle = [
      { from: a, to: b },
      { from: b, to: c },
      { from: c, to: a },
    ];
    expect(findCycle(graphOf(cycle))).toEqual([a, b, c, a]);
    expect(findCycle(graphOf(cycle.slice(0, 2)))).toBeNull();
  });
});

describe('tables', () => {
  const tables = tablesOf(read('database/schema.ts'));
  const sources = files
    .filter((file) => /^server\/(?!demo\/)[\w-]+\//.test(file) && !isTest(file))
    .map((file) => ({ file, text: read(file) }));
  const foreign = (checked: typeof sources) =>
    checked.flatMap(({ file, text }) =>
      writtenTables(text, tables)
        .filter((table) => ownerOf(table) !== folderOf(file) && !FOREIGN_WRITES[file]?.includes(table))
        .map((table) => `${file} writes ${table}: call ${writersOf(table).join(' or ')}`),
    );

  test('each has one owner', () => {
    expect(Object.values(OWNS).flat().toSorted()).toEqual(tables.toSorted());
  });

  test('are written only by their owner', () => {
    expect(foreign(sources)).toEqual([]);
  });

  test('detects a write outside the owner, in Kysely and in SQL', () => {
    const file = 'server/support/made-up.ts';
    const text =
      "db.updateTable('profiles'); sql`delete from auth.users where true`; sql`select 1 from orders`";
    const messages = foreign([{ file, text }]);
    expect(messages).toHaveLength(2);
    expect(messages[0]).toMatch(/^server\/support\/made-up\.ts writes profiles: call .*addPurchase/);
    expect(messages[1]).toMatch(/writes auth\.users: call /);
  });

  test('needs every declared exception', () => {
    for (const [file, written] of Object.entries(FOREIGN_WRITES))
      expect(writtenTables(read(file), tables)).toEqual(expect.arrayContaining([...written]));
  });

  test('writes tables named at run time in few files only', () => {
    const dynamic =
      /(?:delete from|update|insert into) \$\{|(?:insertInto|updateTable|deleteFrom)\((?!\s*['`])/;
    expect(sources.filter(({ text }) => dynamic.test(text)).map(({ file }) => file)).toEqual(WRITE_ANY_TABLE);
  });

  function ownerOf(table: string): string | undefined {
    return Object.keys(OWNS).find((owner) => OWNS[owner]!.includes(table));
  }

  /** Functions of the owner that write the table, with their files. */
  function writersOf(table: string): string[] {
    return sources
      .filter(
        ({ file, text }) => folderOf(file) === ownerOf(table) && writtenTables(text, tables).includes(table),
      )
      .flatMap(({ file, text }) =>
        [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map((match) => `${match[1]} (${file})`),
      );
  }
});

describe('state of a module of the server', () => {
  const stateful = files.filter((file) => file.startsWith('server/') && !isTest(file));

  test('exists only where the process owns it', () => {
    const wrong = stateful
      .filter((file) => !(file in PROCESS_STATE))
      .flatMap((file) =>
        moduleState(read(file)).map(
          (name) =>
            `${file} keeps ${name}: declare it with defineCache (server/platform/caching/caches.ts) and read it from the platform, or create it in server/composition/services.ts`,
        ),
      );
    expect(wrong).toEqual([]);
  });

  test('needs every declared exception', () => {
    for (const [file, names] of Object.entries(PROCESS_STATE))
      expect([file, ...moduleState(read(file))]).toEqual([file, ...names]);
  });

  test('is detected in its usual forms', () => {
    const text = `
      export let count = 0;
      const byPool = new WeakMap<pg.Pool, Map<string, Loader>>();
      const latest: Map<string, number> = new Map();
      const loader = createBatchLoader(run);
      const waiting: (() => void)[] = [];
      const table = new Map([['a', 1]]);
      const rules: ReadonlyMap<string, (code: string) => boolean> = new Map<
        string,
        (code: string) => boolean
      >([['a', Boolean]]);
      const cache = defineCache(() => new Map<string, number>());
      function f() {
        const local = new Map();
      }`;
    expect(moduleState(text.replaceAll(/^ {6}/gm, ''))).toEqual([
      'count',
      'byPool',
      'latest',
      'loader',
      'waiting',
    ]);
  });
});

test('declares rifa, cota, order and draw once each', () => {
  const declared =
    /\b(?:const|let|function|class|interface|type|enum)\s+\w*(?:raffle|quota|pedido|sorteio)\w*/i;
  expect(files.filter((file) => declared.test(read(file)))).toEqual([]);
});

test('no comment documents another comment', () => {
  // Two comments in a row: the code of the first was moved or deleted. A file comment is followed by an import.
  expect(files.filter((file) => /\*\/\n *\/\*\*/.test(read(file)))).toEqual([]);
});

function folderOf(file: string): string {
  return file.split('/')[1]!;
}

function featureOf(path: string): string | null {
  const match = /^server\/([a-z-]+)\//.exec(path);
  return match && !['platform', 'composition'].includes(match[1]!) ? match[1]! : null;
}
