import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKeyChange } from '@mare/domain/transparency/log/key-change.ts';
import { createLogTestbed } from '../public-log.testing.ts';
import { createLogRoutes } from '../log.routes.ts';
import { openLogKey } from './log-key.ts';
import { rotateLogKey, type Rotation } from './rotate-log-key.ts';
import { recordKey } from '../tree/sign-tree.ts';
import { startLog, updateLog } from '../tree/start-log.ts';
import { createCaches } from '../../platform/caching/caches.ts';

let bed: Awaited<ReturnType<typeof createLogTestbed>>;
let file: string;
let to: string;
beforeEach(async () => {
  bed = await createLogTestbed();
  file = bed.platform.config.logKeyFile!;
  to = join(bed.platform.config.dataDir, 'second-key');
  await recordKey(bed.platform, bed.key);
  await bed.count(1);
  await bed.update();
});
afterEach(() => bed.close());

const rotate = (changes: Partial<Rotation> = {}) =>
  rotateLogKey(
    { db: bed.db, random: bed.platform.random },
    { former: { isLost: false, file }, to, origin: null, ...changes },
  );
const next = () => openLogKey({ ...bed.platform.config, demo: false, logKeyFile: to }, bed.platform.random)!;
const changes = async () => {
  const routes = createLogRoutes({ ...bed.platform, caches: createCaches() });
  const response = await routes.request('http://localhost/log/trocas.txt');
  return response.status === 200 ? openKeyChange(await response.text()) : null;
};

test('records a replacement that both keys signed, and continues what the former one signed', async () => {
  const result = await rotate();
  expect(result).toMatchObject({ ok: true, isEndorsed: true });
  expect(readFileSync(`${to}.last`, 'utf8')).toBe(readFileSync(`${file}.last`, 'utf8'));
  expect(await recordKey(bed.platform, next())).toBe('RECORDED');
  expect(await recordKey(bed.platform, next())).toBe('UNCHANGED');
  await updateLog(bed.platform, next());
  expect(await changes()).toMatchObject({ isEndorsed: true, after: next().signer.key });
});

test('a retry keeps the key that the first run made', async () => {
  const first = await rotate();
  expect(await rotate()).toEqual(first);
});

test('replaces a lost key only with a public reason', async () => {
  rmSync(file);
  expect(await rotate()).toEqual({ ok: false, code: 'NOT_ITS_KEY' });
  expect(await rotate({ former: null })).toEqual({ ok: false, code: 'NOT_ITS_KEY' });
  const former = { isLost: true as const, file, reason: 'A máquina\nqueimou.' };
  expect(await rotate({ former })).toMatchObject({ ok: true, isEndorsed: false });
  expect(readFileSync(`${to}.last`, 'utf8')).toBe(readFileSync(`${file}.last`, 'utf8'));
  expect(await recordKey(bed.platform, next())).toBe('RECORDED');
  await updateLog(bed.platform, next());
  expect(await changes()).toMatchObject({ isEndorsed: false, lossReason: 'A máquina queimou.' });
});

test('signs with a new key only once its replacement of the former one is declared', async () => {
  await rotate();
  rmSync(`${to}.troca`);
  expect(await recordKey(bed.platform, next())).toBe('UNDECLARED');
  writeFileSync(`${to}.troca`, 'no note');
  expect(await recordKey(bed.platform, next())).toBe('UNDECLARED');
  const errors: string[] = [];
  const log = {
    ...bed.platform.log,
    error: (_: object, message: string) => void errors.push(message),
  } as typeof bed.platform.log;
  const platform = {
    ...bed.platform,
    log,
    config: { ...bed.platform.config, demo: false, logKeyFile: to },
  };
  await bed.count(2);
  const started = startLog(platform);
  await expect.poll(() => errors.join()).toContain('LOG_KEY_FILE is not its key');
  await started.stop();
  const signed = await bed.db.selectFrom('logCheckpoints').select('note').orderBy('size').execute();
  expect(signed.at(-1)!.note).toContain(bed.key.signer.key.name);
  expect(signed).toHaveLength(1);
  await rotate();
  expect(await recordKey(bed.platform, next())).toBe('RECORDED');
});

test('rejects a declared replacement of another key', async () => {
  const third = join(bed.platform.config.dataDir, 'third-key');
  await rotate();
  await rotate({ to: third });
  writeFileSync(`${to}.troca`, readFileSync(`${third}.troca`));
  expect(await recordKey(bed.platform, next())).toBe('UNDECLARED');
});

test('rejects a file that holds the key in use, or one of another log', async () => {
  expect(await rotate({ to: file })).toEqual({ ok: false, code: 'SAME_KEY' });
  expect(await rotate({ origin: 'loja.example/log-2' })).toMatchObject({ ok: true });
  expect(await rotate()).toEqual({ ok: false, code: 'OTHER_ORIGIN' });
  await bed.db.updateTable('logTree').set({ verifierKey: null }).execute();
  expect(await rotate()).toEqual({ ok: false, code: 'NO_KEY' });
});

test('a demonstration with another data folder declares its key lost', async () => {
  const platform = { ...bed.platform, config: { ...bed.platform.config, logKeyFile: to } };
  const started = startLog(platform);
  await expect.poll(async () => (await changes())?.lossReason).toContain('outra pasta de dados');
  await started.stop();
});
