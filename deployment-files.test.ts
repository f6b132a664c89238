/** Only migrations get the database URL of the owner of the tables (docs/operations.md, Roles of the database). */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(join(import.meta.dirname, 'deploy', file), 'utf8');
/** The variable with the owner's database URL. */
const OWNER = /^(?!\s*#).*(?:DATABASE_OWNER_URL|database\.env|mare-da-sorte-owner)/m;

test('systemd migrates before each process, which does not get the URL of the owner', () => {
  const units = globSync('systemd/mare-*.service', { cwd: join(import.meta.dirname, 'deploy') });
  expect(units.filter((unit) => OWNER.test(read(unit)))).toEqual(['systemd/mare-migrate.service']);
  expect(read('systemd/mare-migrate.service')).toMatch(/^ExecStart=.* server\/main\.ts --migrate$/m);
  for (const unit of ['systemd/mare-web@.service', 'systemd/mare-worker@.service'])
    expect(read(unit)).toMatch(/^After=.*mare-migrate\.service$/m);
});

test('Kubernetes gives the URL of the owner only to the migration job', () => {
  expect(OWNER.test(read('kubernetes/mare-da-sorte.yaml'))).toBe(false);
  const job = read('kubernetes/migrate.yaml');
  expect(OWNER.test(job)).toBe(true);
  expect(job).toContain('command: [node, server/main.ts, --migrate]');
});

test('the compose file gives the URL of the owner only to the migration service', () => {
  const services = read('compose.yaml').split(/\n {2}(?=[\w-]+:\n)/);
  const withOwner = services.filter((service) => /env_file:.*database\.env/.test(service));
  expect(withOwner.map((service) => service.split(':')[0])).toEqual(['migrate']);
});

/** Lines by name. */
function composeServices(): Map<string, string> {
  const [, services] = /^services:\n([\s\S]+?)^volumes:$/m.exec(read('compose.yaml'))!;
  return new Map(
    services!.split(/^(?= {2}[\w-]+:\n)/m).flatMap(
      (text) =>
        /^ {2}([\w-]+):/
          .exec(text)
          ?.slice(1)
          .map((name) => [name, text] as const) ?? [],
    ),
  );
}

test('the compose file backs up and restores with the tools and the folders of its server', () => {
  const services = composeServices();
  const [database, backup, restore] = ['database', 'backup', 'restore'].map((name) => services.get(name)!);
  const server = /image: postgres:(\d+)-(\w+)/.exec(database!)!;
  const dockerfile = read('Dockerfile');
  expect(dockerfile).toContain(`FROM postgres:${server[1]}-${server[2]} AS operator`);
  // Node comes from an image of the same Debian release, and the product is the default build target.
  expect(dockerfile).toContain(`FROM node:24-${server[2]}-slim AS build`);
  expect(dockerfile.match(/^FROM .+/gm)!.at(-1)).toBe(`FROM node:24-${server[2]}-slim`);
  expect(restore).toContain(`PGDATA: /var/lib/postgresql/${server[1]}/docker`);

  const archive = '${ARCHIVE_FOLDER:-archive}:/var/lib/postgresql/archive';
  for (const service of [database, backup, restore, services.get('folders')])
    expect(service).toContain(archive);
  // The restored server reads the archive at the same path.
  expect(restore).toContain('ARCHIVE: /var/lib/postgresql/archive');
  expect(read('postgresql/mare.conf')).toContain('/var/lib/postgresql/archive/%f.gz');
  for (const service of [backup, restore]) expect(service).toContain('${BACKUP_FOLDER:-backups}:/backups');
  expect(backup).toMatch(
    /backup --folder \/backups --archive \/var\/lib\/postgresql\/archive --copy \/backups-copy --archive-copy \/archive-copy$/m,
  );
});

test('the compose file backs up and restores only on request', () => {
  const [, operator] = /^x-operator: &operator\n((?: {2}.+\n)+)/m.exec(read('compose.yaml'))!;
  expect(operator).toContain('profiles: [operator]');
  for (const name of ['backup', 'restore']) expect(composeServices().get(name)).toContain('<<: *operator');
  const withPassword = [...composeServices()].filter(([, service]) =>
    service.includes('POSTGRES_PASSWORD:?'),
  );
  expect(withPassword.map(([name]) => name)).toEqual(['database', 'backup']);
});

const HAS_SYSTEMD = spawnSync('systemd-analyze', ['--version']).status === 0;

test.skipIf(!HAS_SYSTEMD)('systemd accepts the units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mare-units-'));
  const names = globSync('systemd/mare-*', { cwd: join(import.meta.dirname, 'deploy') }).map((file) => {
    // An instance of a template unit, with a program of this machine.
    const name = basename(file).replace('@.', '@3001.');
    writeFileSync(join(folder, name), read(file).replaceAll(/\/opt\/\S+\/node(?= )/g, process.execPath));
    return join(folder, name);
  });
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...names], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(stdout + stderr).toBe('');
});
