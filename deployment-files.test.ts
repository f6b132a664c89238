/** The address of the owner of the tables reaches the migrations only: docs/operations.md, Roles of the database. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(join(import.meta.dirname, 'deploy', file), 'utf8');
/** What hands the owner's address to a process. */
const OWNER = /^(?!\s*#).*(?:DATABASE_OWNER_URL|database\.env|mare-da-sorte-owner)/m;

test('systemd migrates before each process, which does not get the address of the owner', () => {
  const units = globSync('systemd/mare-*.service', { cwd: join(import.meta.dirname, 'deploy') });
  expect(units.filter((unit) => OWNER.test(read(unit)))).toEqual(['systemd/mare-migrate.service']);
  expect(read('systemd/mare-migrate.service')).toMatch(/^ExecStart=.* server\/main\.ts --migrate$/m);
  for (const unit of ['systemd/mare-web@.service', 'systemd/mare-worker@.service'])
    expect(read(unit)).toMatch(/^After=.*mare-migrate\.service$/m);
});

test('in Kubernetes, only the job that migrates gets the address of the owner', () => {
  expect(OWNER.test(read('kubernetes/mare-da-sorte.yaml'))).toBe(false);
  const job = read('kubernetes/migrate.yaml');
  expect(OWNER.test(job)).toBe(true);
  expect(job).toContain('command: [node, server/main.ts, --migrate]');
});

test('in the compose file, only the service that migrates gets the address of the owner', () => {
  const services = read('compose.yaml').split(/\n {2}(?=[\w-]+:\n)/);
  const withOwner = services.filter((service) => /env_file:.*database\.env/.test(service));
  expect(withOwner.map((service) => service.split(':')[0])).toEqual(['migrate']);
});
