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
const admit = (...keys: [string, ...string[]]) =>
  admitPersonKeys(bed.platform, createPersonHasher(keys), false);

const { PATH, NODE_COMPILE_CACHE } = process.env;
/** Runs a program as an operator does. */
function runProgram(file: string, args: string[], env: Record<string, string>) {
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
  const startProcess = (PERSON_KEYS: string) =>
    runProgram('main.ts', [], { PERSON_KEYS, PORT: '1', DATA_DIR: folder, ROLE: 'web' });
  const started = startProcess(TYPO);
  const withoutKeys = startProcess('');
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
  const deleted = await confirmPerson(FORMER);
  await deleteAccount(deleted.userId);
  await admit(FORMER);
  await admit(FORMER, CURRENT);
  await admit(CURRENT, FORMER);
  await registerPersonsJob.handle(bed.shopWith(CURRENT, FORMER), {});
  // The deleted account has no CPF to hash again.
  await expect(admit(CURRENT)).rejects.toThrow('O CPF de uma pessoa');
  await bed.db.deleteFrom('persons').where('id', '=', deleted.userId).execute();
  await admit(CURRENT);
  await expect(admit(FORMER)).rejects.toThrow('O CPF de uma pessoa');
  const otherUserId = await addBuyer(bed.db, { cpf: null });
  expect(await claimPerson(bed.shopWith(CURRENT), otherUserId, cpf)).toMatchObject({
    reason: 'other_account',
  });
});

test('the first PERSON_KEYS finds the persons of AUTH_SECRET', async () => {
  const { cpf } = await confirmPerson(SECRET);
  const env = { PERSON_KEYS: CURRENT };
  expect(runProgram('ops/main.ts', ['preflight'], env).stdout).toContain(
    '! A primeira chave de PERSON_KEYS é nova',
  );
  process.env.AUTH_SECRET = SECRET;
  const shop = bed.shopWith(CURRENT);
  const otherUserId = await addBuyer(bed.db, { cpf: null });
  expect(await claimPerson(shop, otherUserId, cpf)).toMatchObject({ reason: 'other_account' });
  await registerPersonsJob.handle(shop, {});
  delete process.env.AUTH_SECRET;
  await admit(CURRENT);
});

test('preflight and the doctor report a wrong key', async () => {
  await confirmPerson(CURRENT);
  const env = { DEMO: '1', DATABASE_URL: bed.url, DATA_DIR: '/tmp', AUTH_SECRET: SECRET };
  const findKeyChecks = async (PERSON_KEYS: string) =>
    (await checkBeforeStart({ ...env, PERSON_KEYS })).filter(({ text }) => /PERSON_KEYS|pessoa/.test(text));
  expect(await findKeyChecks(CURRENT)).toMatchObject([{ level: 'ok' }]);
  expect(await findKeyChecks(TYPO)).toMatchObject([
    { level: 'error', advice: expect.stringContaining('accept-person-keys') },
  ]);
  await confirmPerson(FORMER);
  expect(await findKeyChecks(`${CURRENT},${FORMER}`)).toMatchObject([
    { level: 'ok', text: expect.stringContaining('uma pessoa ainda depende da anterior') },
  ]);
  const doctor = runProgram('ops/main.ts', ['doctor'], { PERSON_KEYS: TYPO });
  expect(doctor.stdout).toContain('✗ Os CPFs de 2 pessoas estão guardados com uma chave');
  expect(doctor.status).toBe(1);
  expect(runProgram('ops/main.ts', ['doctor'], { AUTH_SECRET: '' }).stdout).not.toContain('PERSON_KEYS');
});

test('rehashes existing accounts after the loss of a key, and reports the rest', async () => {
  const existing = await confirmPerson(FORMER);
  const deleted = await confirmPerson(FORMER);
  await deleteAccount(deleted.userId);
  // Another account confirmed the CPF under the new key before a process rejected it.
  const confirmedTwice = await confirmPerson(FORMER);
  await confirmPerson(CURRENT, confirmedTwice.cpf);
  const accept = (...args: string[]) =>
    runProgram('ops/main.ts', ['accept-person-keys', ...args], { PERSON_KEYS: CURRENT });
  expect(accept()).toMatchObject({ status: 2 });
  expect(accept('--confirm', 'perder-sessoes')).toMatchObject({ status: 2 });
  await expect(admit(CURRENT)).rejects.toThrow('Os CPFs de 3 pessoas');
  const accepted = accept('--confirm', 'perder-exclusoes');
  expect(accepted).toMatchObject({ status: 0, stderr: '' });
  expect(accepted.stdout).toContain('Pessoas reconhecidas de novo: 1.');
  expect(accepted.stdout).toContain('contas apagadas: 1.');
  await admit(CURRENT);
  const otherUserId = await addBuyer(bed.db, { cpf: null });
  const shop = bed.shopWith(CURRENT);
  expect(await claimPerson(shop, otherUserId, existing.cpf)).toMatchObject({ reason: 'other_account' });
  // The job joins the accounts of one CPF.
  await registerPersonsJob.handle(shop, {});
  const { rows } = await bed.pool.query(
    `select count(distinct person_id)::integer as persons from profiles where cpf = $1`,
    [confirmedTwice.cpf],
  );
  expect(rows).toEqual([{ persons: 1 }]);
});

test('the demonstration may replace its generated secret', async () => {
  const { cpf, userId } = await confirmPerson(FORMER);
  await admitPersonKeys(bed.platform, createPersonHasher([CURRENT]), true);
  expect(await claimPerson(bed.shopWith(CURRENT), userId, cpf)).toMatchObject({ ok: true, isNew: false });
});
