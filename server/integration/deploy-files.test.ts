/** The files in deploy/ name only existing settings, paths and metrics. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
/** Sources that match a pattern, without tests. */
const readAll = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read)
    .join('\n');
const SETTINGS = 'server/platform/config/*.ts';

/** Read by PostgreSQL's image and programs, by Node or by the C library. */
const EXTERNAL_SETTINGS = new Set([
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'PGDATA',
  'PGHOST',
  'PGPASSWORD',
  'PGUSER',
  // Read by the compose file and deploy/postgresql/restore.sh.
  'ARCHIVE',
  'ARCHIVE_FOLDER',
  'BACKUPS',
  'BACKUP_COPY_FOLDER',
  'BACKUP_FOLDER',
  'ARCHIVE_COPY_FOLDER',
  'NODE_ENV',
  'NODE_OPTIONS',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
]);

test('deploy/ uses only settings that the product reads', () => {
  const readSomewhere = readAll(SETTINGS) + read('server/accounts/auth-settings.ts');
  const named = [
    ...read('deploy/settings.env.example').matchAll(/^([A-Z_]+)=/gm),
    ...read('deploy/database.env.example').matchAll(/^([A-Z_]+)=/gm),
    ...read('deploy/compose.yaml').matchAll(/^ {6}([A-Z_]+): /gm),
    ...read('deploy/kubernetes/mare-da-sorte.yaml').matchAll(/^ {2}([A-Z_]+): /gm),
    ...read('deploy/systemd/mare-web@.service').matchAll(/\b([A-Z][A-Z_]+)=[\w/%]/g),
  ].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(15);
  expect(
    named.filter(
      (name) =>
        !EXTERNAL_SETTINGS.has(name) &&
        !readSomewhere.includes(`'${name}'`) &&
        !readSomewhere.includes(`env.${name}`),
    ),
  ).toEqual([]);
});

test('documents every setting that the product reads', () => {
  const named = [...readAll(SETTINGS).matchAll(/\.(?:text|value|url|database|secrets)\('([A-Z_]+)'/g)].map(
    ([, name]) => name!,
  );
  expect(named.length).toBeGreaterThan(15);
  const documented = read('docs/operations.md');
  expect(named.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});

test('probes use existing endpoints', () => {
  const health = read('server/endpoints/health.ts');
  const probed = [...read('deploy/kubernetes/mare-da-sorte.yaml').matchAll(/path: (\/\w+)/g)].map(
    ([, path]) => path!,
  );
  expect(new Set(probed)).toEqual(new Set(['/healthz', '/readyz']));
  for (const path of probed) expect(health).toContain(`'${path}'`);
});

/** Expressions of the dashboard. */
function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(read('deploy/grafana/mare-da-sorte.json')) as {
    panels: { targets: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

const metricsIn = (text: string): string[] => text.match(/\bmare_\w+/g) ?? [];

test('dashboards and alerts use existing metrics', () => {
  const measured = readAll('server/**/*metrics.ts');
  const named = [...dashboardExpressions(), read('deploy/grafana/alerts.yaml')].flatMap(metricsIn);
  expect(named.length).toBeGreaterThan(10);
  expect(
    [...new Set(named)].filter(
      (name) => !measured.includes(`'${name.replace(/_(?:count|bucket|sum)$/, '')}'`),
    ),
  ).toEqual([]);
});

test('the dashboard shows every metric of the alerts', () => {
  const dashboardMetrics = new Set(dashboardExpressions().flatMap(metricsIn));
  expect(metricsIn(read('deploy/grafana/alerts.yaml')).filter((name) => !dashboardMetrics.has(name))).toEqual(
    [],
  );
});

test('every alert has an instruction', () => {
  const alerts = [...read('deploy/grafana/alerts.yaml').matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
  const documented = read('docs/operations.md');
  expect(alerts.length).toBeGreaterThan(10);
  expect(alerts.filter((name) => !documented.includes(`| \`${name}\` |`))).toEqual([]);
});
