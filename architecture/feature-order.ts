/** The direction of imports: docs/ARCHITECTURE.md. */
import { basename } from 'node:path';
import { type Import, isTest } from './source-files.ts';

/** Features from top to bottom: each may import those after it. */
export const ORDER = {
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
    'transparency',
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
    'approvals',
    'admin',
    'orders',
    'personalization',
    'cart',
    'social-proof',
    'rifa-display',
    'transparency',
    'offline',
    'document',
    'fetching',
    'session',
    'messages',
    'ui',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Composition and integration tests: they may import every feature, no feature imports them. '' is the area's own files. */
export const COMPOSITION: Record<Area, readonly string[]> = {
  server: ['', 'composition', 'endpoints', 'demo', 'ops', 'pages', 'soak', 'integration'],
  'web/app': ['', 'home', 'layout', 'about', 'legal'],
};

/** Files of an area itself that every feature may import. */
export const FOUNDATION = new Set(
  ['api.ts', 'format.ts', 'links.ts', 'messages.ts'].map((file) => `web/app/${file}`),
);

export type Area = keyof typeof ORDER;
export const AREAS = Object.keys(ORDER) as Area[];

/** @returns what to change, one sentence per import */
export function againstOrder(area: Area, checked: readonly Import[]): string[] {
  const order: readonly string[] = ORDER[area];
  return checked.flatMap(({ from, to }) => {
    const [importer, imported] = [folderIn(area, from), folderIn(area, to)];
    if (importer === null || imported === null || importer === imported) return [];
    if (isTest(from) || COMPOSITION[area].includes(importer)) return [];
    if (FOUNDATION.has(to)) return [];
    if (COMPOSITION[area].includes(imported))
      return [
        `${from} imports ${to}, but ${to} composes the features: pass in what ${basename(from)} needs of it`,
      ];
    if (order.indexOf(importer) < order.indexOf(imported)) return [];
    return [
      `${from} imports ${to}, but ${imported} stands above ${importer}: move the file down, pass the function in, or register a handler`,
    ];
  });
}

/** @returns the first folder below the area, '' for a file of the area itself, null outside it */
export function folderIn(area: Area, path: string): string | null {
  if (!path.startsWith(`${area}/`)) return null;
  const [first = '', ...rest] = path.slice(area.length + 1).split('/');
  return rest.length > 0 ? first : '';
}
