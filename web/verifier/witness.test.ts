import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyCosignatures } from '@mare/domain/transparency/witness/cosignature.ts';
import { signKeyChange } from '@mare/domain/transparency/log/key-change.ts';
import { formatVerifierKey, parseNote, parseVerifierKey } from '@mare/domain/transparency/log/signed-note.ts';
import { logSigner } from '@mare/domain/transparency/transparency.testing.ts';
import { LOG, TestLog } from '@mare/domain/transparency/verify/verify.testing.ts';
import { formatAddCheckpoint } from '@mare/domain/transparency/witness/witness.ts';

const PROGRAM = join(import.meta.dirname, 'witness.ts');
const NAME = 'testemunha.example/um';
const log = new TestLog();
for (let entry = 0; entry < 9; entry++) log.add({ kind: 'receipt', commitment: String(entry).repeat(64) });
const fork = new TestLog();
for (let entry = 0; entry < 9; entry++) fork.add({ kind: 'receipt', commitment: 'f'.repeat(64) });

let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mare-witness-'));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function startWitness(
  moreOptions: string[] = [],
): Promise<{ url: string; vkey: string; child: ChildProcess }> {
  const options = [
    '--pasta',
    folder,
    '--nome',
    NAME,
    '--registro',
    formatVerifierKey(LOG.key),
    '--porta',
    '0',
    ...moreOptions,
  ];
  const child = spawn(process.execPath, [PROGRAM, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let output = '';
  for await (const part of child.stdout) {
    output += String(part);
    if (output.trimEnd().split('\n').length > 1) break;
  }
  const [, url, vkey] = /(http:\S+), chave pública:\n(\S+)/.exec(output)!;
  return { url: url!, vkey: vkey!, child };
}

const submit = (url: string, source: TestLog, from: number, to: number) =>
  fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    body: formatAddCheckpoint(from, source.consistency(from, to), source.checkpoint(to)),
  });

test('cosigns a consistent extension, rejects a fork after a crash, and serves its cosignatures', async () => {
  const first = await startWitness();
  expect((await submit(first.url, log, 0, 5)).status).toBe(200);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const { url, vkey } = await startWitness();
  expect(vkey).toBe(first.vkey);
  expect((await submit(url, fork, 0, 7)).status).toBe(409);
  expect((await submit(url, fork, 5, 7)).status).toBe(422);
  const response = await submit(url, log, 5, 9);
  expect(response.status).toBe(200);
  const cosigned = parseNote(log.checkpoint(9) + (await response.text()))!;
  expect(verifyCosignatures(cosigned, [parseVerifierKey(vkey)!])).toHaveLength(1);
  const hash = createHash('sha256').update(LOG.key.name).digest('hex');
  const served = await fetch(`${url}/${hash}/checkpoint`);
  expect(verifyCosignatures(parseNote(await served.text())!, [parseVerifierKey(vkey)!])).toHaveLength(1);
  expect((await fetch(`${url}/${'0'.repeat(64)}/checkpoint`)).status).toBe(404);
});

test('follows a key that the former one endorsed, by the file of the replacement', async () => {
  const rotated = new TestLog();
  rotated.entries.push(...log.entries);
  rotated.rotate(logSigner(LOG.key.name, 2));
  const file = join(folder, '..', `${basename(folder)}.troca`);
  writeFileSync(file, rotated.keyChanges[0]!);
  const first = await startWitness();
  expect((await submit(first.url, rotated, 0, rotated.size)).status).toBe(403);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const { url } = await startWitness(['--troca', file]);
  expect((await submit(url, rotated, 0, rotated.size)).status).toBe(200);

  const [second, thief] = [logSigner(LOG.key.name, 2), logSigner(LOG.key.name, 3)];
  writeFileSync(
    file,
    signKeyChange({ before: LOG.key, after: thief.key, lossReason: 'A máquina quebrou.' }, [thief]) +
      signKeyChange({ before: second.key, after: thief.key, lossReason: null }, [second, thief]),
  );
  const options = ['--pasta', folder, '--nome', NAME, '--registro', formatVerifierKey(LOG.key)];
  expect(spawnSync(process.execPath, [PROGRAM, ...options, '--troca', file])).toMatchObject({ status: 2 });
  rmSync(file);
  expect(spawnSync(process.execPath, [PROGRAM, ...options, '--troca', file]).status).toBe(2);
});

test('does not start twice on one folder, nor with unknown options', async () => {
  await startWitness();
  const options = ['--pasta', folder, '--nome', NAME, '--registro', formatVerifierKey(LOG.key)];
  const secondRun = spawnSync(process.execPath, [PROGRAM, ...options], { encoding: 'utf8' });
  expect(secondRun).toMatchObject({ status: 1, stderr: expect.stringContaining('já está em uso') });
  expect(spawnSync(process.execPath, [PROGRAM, '--chave', 'x']).status).toBe(2);
  expect(spawnSync(process.execPath, [PROGRAM, '--pasta', folder, '--nome', 'a b']).status).toBe(2);
});
