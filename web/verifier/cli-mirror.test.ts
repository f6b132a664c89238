import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDraw } from '@mare/domain/draws/draws.testing.ts';
import { serveTestLog } from '@mare/domain/transparency/witness/memory-mirror.testing.ts';
import { syncMirror } from '@mare/domain/transparency/witness/mirror.ts';
import {
  drawEntries,
  LOG,
  makeWitnessedDraw,
  POLICY,
  PRIZES,
  RIFA,
  TestLog,
} from '@mare/domain/transparency/verify/verify.testing.ts';
import { openMirrorStore } from './mirror-folder.ts';

const run = promisify(execFile);
const CLI = join(import.meta.dirname, 'cli.ts');
/** The list of a shop that adds an accomplice. */
const secondList = drawEntries(
  makeDraw({ totalNumbers: 1000, holders: new Map([[1, 'x']]), prizes: PRIZES }),
).frozen;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mare-verify-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Saves the files of a draw, and the copy of a mirror. */
async function saveFiles(log: TestLog): Promise<void> {
  const { draw, evidence } = makeWitnessedDraw(log);
  const proof = `${JSON.stringify({ ...draw.record, log: evidence })}\n${draw.text}`;
  writeFileSync(join(folder, 'prova.txt'), proof);
  writeFileSync(join(folder, 'politica.txt'), POLICY);
  expect(
    await syncMirror(LOG.key, openMirrorStore(join(folder, 'espelho')), serveTestLog(log)),
  ).toMatchObject({ ok: true });
}

async function verify(...options: string[]): Promise<{ code: number; output: string }> {
  return run(process.execPath, [CLI, 'prova.txt', 'politica.txt', ...options], { cwd: folder }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      output: stdout + stderr,
    }),
  );
}

test('accepts an honest draw with the whole log', async () => {
  await saveFiles(new TestLog());
  const { code, output } = await verify('--espelho', 'espelho');
  expect(output).toContain('Cópia do registro: 10 linhas lidas.');
  expect(output).toContain('ok    O que o registro diz deste sorteio');
  expect(code).toBe(3);
});

test('names two lists of which the proof shows one', async () => {
  const log = new TestLog();
  log.add(secondList);
  await saveFiles(log);
  expect(await verify()).toMatchObject({ code: 3, output: expect.not.stringContaining('NÃO') });
  const { code, output } = await verify('--espelho', 'espelho');
  expect(output).toContain(
    `A lista da rifa ${RIFA} foi congelada duas vezes, nas posições 0 e 7 do registro.`,
  );
  expect(output).toContain('NÃO CONFERE.');
  expect(code).toBe(1);
  const { findings } = JSON.parse((await verify('--espelho', 'espelho', '--json')).output);
  expect(findings).toContainEqual(expect.objectContaining({ item: 'entries', reason: 'LOGGED_TWICE' }));
});

test('accuses no one for a folder that is no copy, or a damaged one', async () => {
  await saveFiles(new TestLog());
  expect(await verify('--espelho', 'nada')).toMatchObject({
    code: 2,
    output: expect.stringContaining('não há cópia de um registro em nada'),
  });
  openMirrorStore(join(folder, 'espelho')).writeTile({ level: 'entries', index: 0 }, new Uint8Array(9));
  expect(await verify('--espelho', 'espelho')).toMatchObject({
    code: 4,
    output: expect.stringContaining('A pasta não tem a cópia inteira'),
  });
});
