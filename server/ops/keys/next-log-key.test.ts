import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { systemRandom } from '../../platform/clock.ts';
import { makeKey, openLogKey } from '../../transparency/keys/log-key.ts';
import { recordKey } from '../../transparency/tree/sign-tree.ts';
import { ops, problems } from '../ops.testing.ts';
import { checkBeforeStart } from '../preflight.ts';

let bed: PaymentsTestbed;
let folder: string;
/** Of the key in use, of the next one, and of a third that nothing declares. */
let file: string;
let to: string;
let otherFile: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mare-ops-log-'));
  [file, to, otherFile] = [join(folder, 'one'), join(folder, 'two'), join(folder, 'three')];
  for (const keyFile of [file, otherFile]) makeKey(keyFile, 'loja.example/log', systemRandom);
  await bed.db.updateTable('logTree').set({ verifierKey: null }).execute();
  await recordKey(bed.platform, open(file));
  return () => rmSync(folder, { recursive: true });
});

const open = (logKeyFile: string) =>
  openLogKey({ ...bed.platform.config, demo: false, logKeyFile }, systemRandom)!;
const settings = (logKeyFile: string) => ({
  DEMO: '0',
  DATABASE_URL: bed.url,
  DATA_DIR: '/tmp',
  PUBLIC_URL: 'https://loja.example',
  MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
  MERCADOPAGO_WEBHOOK_SECRETS: 's',
  AUTH_SECRET: 'a'.repeat(40),
  LOG_KEY_FILE: logKeyFile,
});
const keyProblems = async (logKeyFile: string) =>
  problems(await checkBeforeStart(settings(logKeyFile))).filter((text) => /LOG_KEY_FILE/.test(text));

test('preflight reports a key that replaces another undeclared', async () => {
  expect(await keyProblems(file)).toEqual([]);
  expect(await keyProblems(otherFile)).toEqual([expect.stringContaining('nada seria assinado')]);
});

test('rotates the key of the public log', async () => {
  const result = ops(['rotate-log-key', '--to', to], settings(file));
  expect(result).toMatchObject({ status: 0, stdout: expect.stringContaining('assinaram a troca') });
  expect(await keyProblems(to)).toEqual([]);
  expect(await recordKey(bed.platform, open(to))).toBe('RECORDED');
});

test('rejects a rotation without the key in use, unless it is declared lost', async () => {
  const rejected = ops(['rotate-log-key', '--to', to], settings(otherFile));
  expect(rejected).toMatchObject({ status: 1, stderr: expect.stringContaining('--lost') });
  const result = ops(['rotate-log-key', '--to', to, '--lost', 'A máquina queimou.'], settings(file));
  expect(result).toMatchObject({ status: 0, stdout: expect.stringContaining('não assinou a troca') });
  expect(await keyProblems(to)).toEqual([]);
});
