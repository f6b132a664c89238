/** Enforces the borders of docs/ARCHITECTURE.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = import.meta.dirname;
const PACKAGES = ['domain', 'contract', 'database', 'server', 'web'] as const;

/** Features from top to bottom: each may import those after it. */
const ORDER = {
  server: [
    'checkout',
    'support',
    'ranking',
    'rifas',
    'partners',
    'draws',
    'cart',
    'affiliates',
    'campaigns',
    'admin',
    'experiments',
    'personalization',
    'payments',
    'orders',
    'accounts',
    'approvals',
    'notifications',
    'mail',
    'settings',
    'activity-log',
    'ledger',
    'platform',
  ],
  'web/app': [
    'rifas',
    'purchase',
    'support',
    'ranking',
    'draws',
    'partners',
    'affiliates',
    'campaigns',
    'payments',
    'accounts',
    'notifications',
    'activity-log',
    'settings',
    'experiments',
    'admin',
    'orders',
    'personalization',
    'cart',
    'social-proof',
    'rifa-display',
    'offline',
    'document',
    'fetching',
    'session',
    'ui',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Composition and integration tests: they may import every feature, no feature imports them. '' is the area's own files. */
const COMPOSITION: Record<Area, readonly string[]> = {
  server: ['', 'demo', 'pages', 'soak', 'integration'],
  'web/app': ['', 'home', 'layout', 'about', 'legal'],
};

/** Files of an area itself that every feature may import. */
const FOUNDATION = new Set(
  ['api.ts', 'format.ts', 'links.ts', 'messages.ts'].map((file) => `web/app/${file}`),
);

type Area = keyof typeof ORDER;
const AREAS = Object.keys(ORDER) as Area[];

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

describe('features import in one direction', () => {
  test.each(AREAS)('%s: every import goes down the order', (area) => {
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
      { from: 'server/orders/x.ts', to: 'server/router.ts' },
      { from: 'server/orders/x.test.ts', to: 'server/payments/y.ts' },
      { from: 'server/payments/y.ts', to: 'server/orders/x.ts' },
      { from: 'server/router.ts', to: 'server/orders/x.ts' },
      { from: 'server/orders/x.ts', to: 'server/orders/y.ts' },
    ]);
    expect(wrong).toEqual([
      'server/orders/x.ts imports server/payments/y.ts, but payments stands above orders: move the file down, pass the function in, or register a handler',
      'server/orders/x.ts imports server/router.ts, but server/router.ts composes the features: pass in what x.ts needs of it',
    ]);
  });
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

test('no folder has a generic name', () => {
  const folders = new Set(files.flatMap((file) => dirname(file).split('/')));
  expect([...folders].filter((name) => /^(?:utils?|helpers?|commons?|shared|misc|lib)$/.test(name))).toEqual(
    [],
  );
});

describe('import cycles', () => {
  test('none when the program runs', () => {
    expect(findCycle(graphOf(valueImports()))).toBeNull();
  });

  test('none among type and dynamic imports', () => {
    expect(findCycle(graphOf(imports))).toBeNull();
  });

  test('reports a cycle through a third module', () => {
    const [a, b, c] = ['server/orders/a.ts', 'server/orders/b.ts', 'server/orders/c.ts'] as const;
    const circle = [
      { from: a, to: b },
      { from: b, to: c },
      { from: c, to: a },
    ];
    expect(findCycle(graphOf(circle))).toEqual([a, b, c, a]);
    expect(findCycle(graphOf(circle.slice(0, 2)))).toBeNull();
  });
});

/** Which feature writes which table. Others call a function that it exports, and read as they need. */
const OWNS = byFeature({
  checkout: 'coupons couponUses',
  support: 'supportReplies supportTickets',
  ranking: 'rankingPeriods rankingWinners',
  rifas: 'pictures pictureSizes rifaLegal rifaPrizes rifas',
  partners: 'partnerLoginCodes partners partnerSessions serviceVouchers',
  draws: `drawAnchors drawListChunks drawLists drawListSecrets drawNews draws drawSeals instantPrizes instantPrizeSeeds
    lotteryExtractions lotteryResults lotterySources prizeClaims replacedWinners rifaWinners`,
  cart: 'abandonedCartTracking anonymousCartItems anonymousCartSessions scheduledNotifications',
  affiliates: 'affiliateClicks affiliateCommissions affiliates payouts referrals',
  campaigns: `automationMarks emailAutomations emailCampaigns emailMessages mailEvents mailSuppressions
    newsletterSubscribers`,
  admin: 'buyerCohorts mergedPeople personNotes personTags salesHours visitDays',
  experiments: 'abTestEvents abTests abTestVariants visits',
  personalization: 'buyerPreferences consents customerInteractions',
  payments: 'paymentAttempts providerPayments refunds webhookInbox',
  orders: `cotaGifts numberLookups numberPages orderEvents orderItems orders regulationAcceptances rifaCounters
    rifaSecrets rifaShares`,
  accounts: `auth.auditLog auth.flowStates auth.identities auth.knownDevices auth.mfaChallenges auth.mfaFactors
    auth.oneTimeTokens auth.sessions auth.signingKeys auth.signUps auth.users ownLimits profiles spendingClaims`,
  approvals: 'approvals',
  notifications: `notificationReads notifications pushKeys pushSubscriptions sentPushes whatsappContacts`,
  settings: 'settings',
  'activity-log': 'activityLogs',
  ledger: 'ledgerEntries',
  mail: 'emailPreferences linkKeys mailBounces mailState sentMails',
  platform: 'auth.rateLimits',
});

/** Writes outside the owner, each with its reason. */
const FOREIGN_WRITES: Record<string, readonly string[]> = {
  // One round trip for a whole batch of orders: a call per feature would double the time that pages are locked.
  'server/orders/reservation/write-batch.queries.ts': ['paymentAttempts'],
  // `rifas.sold_numbers` is a cached sum of the counters that orders own.
  'server/orders/numbers/refresh-sold-numbers.ts': ['rifas'],
  // Rifas stand above draws: the draw sets `status` to completed in the transaction that writes its winners.
  'server/draws/draw-rifa.ts': ['rifas'],
  // Campaigns stand above mail: every feature may queue an automated mail, which campaigns sends.
  'server/mail/queue-automated-mail.ts': ['emailMessages'],
  // Partners stand above affiliates, who pay both: `service_vouchers.payout_id` belongs to the payout.
  'server/affiliates/payouts/collect-payouts.job.ts': ['serviceVouchers'],
  'server/affiliates/payouts/release-payout.ts': ['serviceVouchers'],
};

/** Files that name tables at run time: every table of a person's data, of a person's records, of a retention rule. */
const WRITE_ANY_TABLE = [
  'server/accounts/privacy/erase-person.ts',
  'server/admin/people/reassign-records.ts',
  'server/platform/database/retention.ts',
];

describe('tables', () => {
  const tables = tablesOf(readFileSync(join(root, 'database/schema.ts'), 'utf8'));
  const sources = files
    .filter((file) => /^server\/(?!demo\/)[\w-]+\//.test(file) && !isTest(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const foreign = (checked: typeof sources) =>
    checked.flatMap(({ file, text }) =>
      writtenTables(text, tables)
        .filter((table) => ownerOf(table) !== folderOf(file) && !FOREIGN_WRITES[file]?.includes(table))
        .map((table) => `${file} writes ${table}: call ${writersOf(table).join(' or ')}`),
    );

  test('each has one owner', () => {
    expect(Object.values(OWNS).flat().toSorted()).toEqual(tables.toSorted());
  });

  test('only the owner writes', () => {
    expect(foreign(sources)).toEqual([]);
  });

  test('a write outside the owner is found, in Kysely and in SQL', () => {
    const file = 'server/support/made-up.ts';
    const text =
      "db.updateTable('profiles'); sql`delete from auth.users where true`; sql`select 1 from orders`";
    const messages = foreign([{ file, text }]);
    expect(messages).toHaveLength(2);
    expect(messages[0]).toMatch(/^server\/support\/made-up\.ts writes profiles: call .*addPurchase/);
    expect(messages[1]).toMatch(/writes auth\.users: call /);
  });

  test('every declared exception is needed', () => {
    for (const [file, written] of Object.entries(FOREIGN_WRITES))
      expect(writtenTables(readFileSync(join(root, file), 'utf8'), tables)).toEqual(
        expect.arrayContaining([...written]),
      );
  });

  test('tables named at run time are written in few files', () => {
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

test('declares rifa, cota, order and draw under one name each', () => {
  const declared =
    /\b(?:const|let|function|class|interface|type|enum)\s+\w*(?:raffle|quota|pedido|sorteio)\w*/i;
  expect(files.filter((file) => declared.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

function byFeature(names: Record<string, string>): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(names).map(([feature, tables]) => [feature, tables.trim().split(/\s+/)]),
  );
}

function tablesOf(schema: string): string[] {
  const list = /export interface DB \{([^}]*)\}/.exec(schema)![1]!;
  return [...list.matchAll(/^ {2}"?([\w.]+)"?:/gm)].map((match) => match[1]!);
}

/** By Kysely, by SQL in a template, or by a retention rule. */
function writtenTables(text: string, tables: readonly string[]): string[] {
  const names = [
    ...text.matchAll(/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['`]([\w.]+)/g),
    ...text.matchAll(/\b(?:insert into|update|delete from|merge into|truncate) ((?:auth\.)?[a-z_]+)\b/g),
    ...text.matchAll(/\btable: '([\w.]+)', column:/g),
  ].map((match) => match[1]!.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  return [...new Set(names)].filter((name) => tables.includes(name));
}

function folderOf(file: string): string {
  return file.split('/')[1]!;
}

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

/** Imports that exist when the program runs, without type imports. */
function valueImports(): Import[] {
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/^(?:import|export) type\b[^;]*;/gm, '');
    return [...text.matchAll(/^(?:import|export)\b[^'";]*?from '([^']+)'/gm)].map((match) => ({
      from: file,
      to: locate(file, match[1]!),
    }));
  });
}

function graphOf(edges: readonly Import[]): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const { from, to } of edges) graph.set(from, [...(graph.get(from) ?? []), to]);
  return graph;
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

/** @returns what to change, one sentence per import */
function againstOrder(area: Area, checked: readonly Import[]): string[] {
  const order: readonly string[] = ORDER[area];
  return checked.flatMap(({ from, to }) => {
    const [a, b] = [folderIn(area, from), folderIn(area, to)];
    if (a === null || b === null || a === b || isTest(from) || COMPOSITION[area].includes(a)) return [];
    if (FOUNDATION.has(to)) return [];
    if (COMPOSITION[area].includes(b))
      return [
        `${from} imports ${to}, but ${to} composes the features: pass in what ${basename(from)} needs of it`,
      ];
    if (order.indexOf(a) < order.indexOf(b)) return [];
    return [
      `${from} imports ${to}, but ${b} stands above ${a}: move the file down, pass the function in, or register a handler`,
    ];
  });
}

/** @returns the first folder below the area, '' for a file of the area itself, null outside it */
function folderIn(area: Area, path: string): string | null {
  if (!path.startsWith(`${area}/`)) return null;
  const [first = '', ...rest] = path.slice(area.length + 1).split('/');
  return rest.length > 0 ? first : '';
}

function featureOf(path: string): string | null {
  const match = /^server\/([a-z-]+)\//.exec(path);
  return match && match[1] !== 'platform' ? match[1]! : null;
}

function isTest(file: string): boolean {
  return /\.(?:test|testing)\.tsx?$|\/testing(?:-setup)?\.ts$/.test(file);
}
