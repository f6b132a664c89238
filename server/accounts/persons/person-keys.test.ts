/** A process without the keys of the stored persons does not start: it would ignore their pauses, exclusions and limits. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newCpf } from '@mare/domain/accounts/person-numbers.testing.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { checkBeforeStart } from '../../ops/preflight.ts';
import { claimPerson } from './claim-person.ts';
import { createPersonHasher } from './person-hash.ts';
import { admitPersonKeys } from './person-keys.ts';
import { createPersonsTestbed, type PersonsTestbed } from './persons.testing.ts';
import { registerPersonsJob } from './register-persons.job.ts';

const [FORMER, CURRENT, TYPO, SECRET] = ['former', 'current', 'curremt', 'secret'].map((word) =>
  word.repeat(6),
) as [string, string, string, string];

let bed: PersonsTestbed;
beforeAll(async () => {
  bed = await createPersonsTestbed();
});
beforeEach(async () => {
  await bed.db.deleteFrom('persons').execute();
  await bed.db.updateTable('profiles').set({ cpf: null, deletedAt: new Date() }).execute();
});
afterAll(() => bed.close());

/** A person whose CPF was confirmed under the key. */
async function confirmPerson(key: string, cpf = newCpf()) {
  const userId = await addBuyer(bed.db, { cpf });
  await claimPerson(bed.shopWith(key), userId, cpf);
  return { userId, cpf };
}

const deleteAccount = (userId: string) =>
  bed.db.updateTable('profiles').set({ cpf: null, deletedAt: new Date() }).where('id', '=', userId).execute();
const start = (...keys: [string, ...string[]]) =>
  admitPersonKeys(bed.platform, createPersonHasher(keys), false);

const { PATH, NODE_COMPILE_CACHE } = process.env;
/** Runs a program as an operator does. */
function run(file: string, args: string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../..', file), ...args],
    {
      env: { PATH, NODE_COMPILE_CACHE, DEMO: '1', DATABASE_URL: bed.url, AUTH_SECRET: SECRET, ...env },
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  return { status, stdout, stderr };
}

test('a process with a wrong key does not start', async () => {
  await confirmPerson(CURRENT);
  const folder = mkdtempSync(join(tmpdir(), 'mare-person-keys-'));
  const start = (PERSON_KEYS: string) =>
    run('main.ts', [], { PERSON_KEYS, PORT: '1', DATA_DIR: folder, ROLE: 'web' });
  const started = start(TYPO);
  const withoutKeys = start('');
  rmSync(folder, { recursive: true });
  expect(started.stderr).toMatch(
    /^O CPF de uma pessoa está guardado com uma chave que não está em PERSON_KEYS/,
  );
  expect(started.stderr).toContain('ponha a anterior por último em PERSON_KEYS');
  expect(started).toMatchObject({ status: 1 });
  expect(withoutKeys.stderr).toBe(started.stderr);
});

test('accepts each step of a rotation, and drops the former key once no person uses it', async () => {
  const { cpf } = await confirmPerson(FORMER);
  const gone = await confirmPerson(FORMER);
  await deleteAccount(gone.userId);
  await start(FORMER);
  await start(FORMER, CURRENT);
  await start(CURRENT, FORMER);
  await registerPersonsJob.handle(bed.shopWith(CURRENT, FORMER), {});
  // The deleted account has no CPF to hash again.
  await expect(start(CURRENT)).rejects.toThrow('O CPF de uma pessoa');
  await bed.db.deleteFrom('persons').where('id', '=', gone.userId).execute();
  await start(CURRENT);
  await expect(start(FORMER)).rejects.toThrow('O CPF de uma pessoa');
  const other = await addBuyer(bed.db, { cpf: null });
  expect(await claimPerson(bed.shopWith(CURRENT), other, cpf)).toMatchObject({ reason: 'other_account' });
});

test('the first PERSON_KEYS finds the persons of AUTH_SECRET', async () => {
  const { cpf } = await confirmPerson(SECRET);
  const env = { PERSON_KEYS: CURRENT };
  expect(run('ops/main.ts', ['preflight'], env).stdout).toContain('! A primeira chave de PERSON_KEYS é nova');
  process.env.AUTH_SECRET = SECRET;
  const shop = bed.shopWith(CURRENT);
  const other = await addBuyer(bed.db, { cpf: null });
  expect(await claimPerson(shop, other, cpf)).toMatchObject({ reason: 'other_account' });
  await registerPersonsJob.handle(shop, {});
  delete process.env.AUTH_SECRET;
  await start(CURRENT);
});

test('preflight and the doctor report a wrong key', async () => {
  await confirmPerson(CURRENT);
  const env = { DEMO: '1', DATABASE_URL: bed.url, DATA_DIR: '/tmp', AUTH_SECRET: SECRET };
  const about = async (PERSON_KEYS: string) =>
    (await checkBeforeStart({ ...env, PERSON_KEYS })).filter(({ text }) => /PERSON_KEYS|pessoa/.test(text));
  expect(await about(CURRENT)).toMatchObject([{ level: 'ok' }]);
  expect(await about(TYPO)).toMatchObject([
    { level: 'error', advice: expect.stringContaining('accept-person-keys') },
  ]);
  await confirmPerson(FORMER);
  expect(await about(`${CURRENT},${FORMER}`)).toMatchObject([
    { level: 'ok', text: expect.stringContaining('uma pessoa ainda depende da anterior') },
  ]);
  const doctor = run('ops/main.ts', ['doctor'], { PERSON_KEYS: TYPO });
  expect(doctor.stdout).toContain('✗ Os CPFs de 2 pessoas estão guardados com uma chave');
  expect(doctor.status).toBe(1);
  expect(run('ops/main.ts', ['doctor'], { AUTH_SECRET: '' }).stdout).not.toContain('PERSON_KEYS');
});

test('rehashes existing accounts after the loss of a key, and reports the rest', async () => {
  const living = await confirmPerson(FORMER);
  const gone = await confirmPerson(FORMER);
  await deleteAccount(gone.userId);
  // Another account confirmed the CPF under the new key before a process rejected it.
  const twice = await confirmPerson(FORMER);
  await confirmPerson(CURRENT, twice.cpf);
  const accept = (...args: string[]) =>
    run('ops/main.ts', ['accept-person-keys', ...args], { PERSON_KEYS: CURRENT });
  expect(accept()).toMatchObject({ status: 2 });
  expect(accept('--confirm', 'perder-sessoes')).toMatchObject({ status: 2 });
  await expect(start(CURRENT)).rejects.toThrow('Os CPFs de 3 pessoas');
  const accepted = accept('--confirm', 'perder-exclusoes');
  expect(accepted).toMatchObject({ status: 0, stderr: '' });
  expect(accepted.stdout).toContain('Pessoas reconhecidas de novo: 1.');
  expect(accepted.stdout).toContain('contas apagadas: 1.');
  await start(CURRENT);
  const other = await addBuyer(bed.db, { cpf: null });
  const shop = bed.shopWith(CURRENT);
  expect(await claimPerson(shop, other, living.cpf)).toMatchObject({ reason: 'other_account' });
  // The job joins the accounts of one CPF.
  await registerPersonsJob.handle(shop, {});
  const { rows } = await bed.pool.query(
    `select count(distinct person_id)::integer as persons from profiles where cpf = $1`,
    [twice.cpf],
  );
  expect(rows).toEqual([{ persons: 1 }]);
});

test('the demonstration may replace its generated secret', async () => {
  const { cpf, userId } = await confirmPerson(FORMER);
  await admitPersonKeys(bed.platform, createPersonHasher([CURRENT]), true);
  expect(await claimPerson(bed.shopWith(CURRENT), userId, cpf)).toMatchObject({ ok: true, isNew: false });
});
