import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDraw } from '@mare/domain/draws/draws.testing.ts';
import {
  HOLDERS,
  makeWitnessedDraw,
  POLICY,
  PRIZES,
} from '@mare/domain/transparency/verify/verify.testing.ts';

const run = promisify(execFile);
const CLI = join(import.meta.dirname, 'cli.ts');
const { draw, evidence, receipt } = makeWitnessedDraw();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mare-verify-'));
  saveFile('prova.txt', proofOf(draw));
  saveFile('recibo.tlog-proof', receipt);
  saveFile('politica.txt', POLICY);
  saveFile('lista.txt', draw.text);
});
afterAll(() => rmSync(folder, { recursive: true }));

function saveFile(name: string, text: string | Uint8Array): string {
  writeFileSync(join(folder, name), text);
  return name;
}

function proofOf({ record, text }: typeof draw, log: unknown = evidence): string {
  return `${JSON.stringify({ ...record, log })}\n${text}`;
}

async function verify(...options: string[]): Promise<{ code: number; output: string }> {
  return run(process.execPath, [CLI, ...options], { cwd: folder }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      output: stdout + stderr,
    }),
  );
}

test('verifies a draw from its files, in any order', async () => {
  const { code, output } = await verify('politica.txt', 'recibo.tlog-proof', 'prova.txt');
  expect(output).toContain('1º prêmio: número 0976');
  expect(output).toContain('falta Carimbo de tempo externo');
  expect(output).toMatch(/Falta só você: .*\(--lacre\)\nFalta só você: .*\(--premios\)/);
  expect(output).not.toContain('NÃO');
  expect(output).not.toContain('honesto');
  expect(code).toBe(3);
});

test('reports that the log has not signed yet, with a distinct exit code', async () => {
  const unsignedProof = saveFile('agora.txt', proofOf(draw, { unsignedSince: new Date().toISOString() }));
  const { code, output } = await verify(unsignedProof, 'recibo.tlog-proof');
  expect(output).toContain('Ainda não assinado pelo registro');
  expect(output).not.toContain('NÃO');
  expect(code).toBe(5);
});

test('compares the noted seal and the lottery prizes given as options', async () => {
  const options = ['--lacre', draw.record.seal.hash, '--premios', PRIZES.join()];
  const { code, output } = await verify('prova.txt', ...options);
  expect(code).toBe(3);
  expect(output).not.toContain('Falta só você');
  expect(await verify('prova.txt', '--lacre', 'a'.repeat(64))).toMatchObject({
    code: 1,
    output: expect.stringContaining('O lacre não é o que você anotou.'),
  });
});

test('ignores case, spaces and leading zeros in the seal and the prizes', async () => {
  const seal = draw.record.seal.hash.toUpperCase();
  const prizes = PRIZES.map((prize) => `0${prize}`).join(' ');
  const { code, output } = await verify('prova.txt', '--lacre', ` ${seal}`, '--premios', prizes);
  expect(output).not.toContain('NÃO');
  expect(code).toBe(3);
});

test('suggests checking the typed values first if only they differ', async () => {
  const mistyped = ['00000', ...PRIZES.slice(1)].join();
  const { code, output } = await verify('prova.txt', '--premios', mistyped);
  expect(output).toContain('NÃO CONFERE com o que você digitou.\n- Compare primeiro');
  expect(code).toBe(1);
});

// @covers community 2: /resultado/{id}: 'Refazer o sorteio agora' recomputes the draw in the browser, and rejects
//   tampered data
test('names whom to inform when a draw fails', async () => {
  const forged = makeDraw({ totalNumbers: 1000, holders: new Map([...HOLDERS, [976, 'x']]), prizes: PRIZES });
  saveFile('falsa.txt', proofOf(forged));
  const { code, output } = await verify('falsa.txt', 'recibo.tlog-proof');
  expect(code).toBe(1);
  expect(output).toContain('NÃO CONFERE.');
  expect(output).toContain('Procon');
});

test('prints JSON for programs', async () => {
  const { code, output } = await verify('prova.txt', '--json');
  expect(code).toBe(3);
  expect(JSON.parse(output)).toMatchObject({ verdict: 'partial', findings: expect.any(Array) });
});

describe('exit code 2', () => {
  test.each([
    ['an unknown option', ['prova.txt', '--premio', '1'], 'Opção desconhecida'],
    ['an option without value', ['prova.txt', '--lacre'], 'Opção desconhecida ou incompleta'],
    ['an invalid seal', ['prova.txt', '--lacre', 'ABC'], '64 sinais'],
    ['invalid prizes', ['prova.txt', '--premios', '1,2'], 'cinco algarismos'],
    ['no file', [], 'ao menos um arquivo'],
    ['a missing file', ['nada.txt'], 'Não há arquivo nada.txt'],
    ['a folder', ['.'], 'Não há arquivo .'],
  ])('for %s', async (_, options, sentence) => {
    const { code, output } = await verify(...options);
    expect(output).toContain(sentence);
    expect(code).toBe(2);
  });
});

describe('exit code 4', () => {
  const proofBytes = Buffer.from(proofOf(draw));
  test.each([
    ['an empty file', Buffer.alloc(0), 'vazio'],
    ['another file', Buffer.from('bom dia'), 'não é prova'],
    ['a proof truncated in its first line', proofBytes.subarray(0, 100), 'está incompleta'],
    ['a proof truncated in its list', proofBytes.subarray(0, -10), 'A lista está incompleta'],
    [
      'a proof truncated between lines',
      proofBytes.subarray(0, proofBytes.lastIndexOf(10, -2) + 1),
      'A lista está incompleta',
    ],
    ['a record with other fields', Buffer.from('{"seal":1}\n'), 'está incompleta'],
    ['a truncated receipt', Buffer.from(receipt.slice(0, -3)), 'comprovante está incompleto'],
    ['malformed keys', Buffer.from('quorum nada\n'), 'arquivo de chaves'],
  ])('for %s', async (_, bytes, sentence) => {
    const { code, output } = await verify(saveFile('arquivo', bytes));
    expect(output).toContain(sentence);
    expect(code).toBe(4);
  });

  test('for two lists or two draws', async () => {
    expect(await verify('prova.txt', 'lista.txt')).toMatchObject({ code: 4 });
    expect(await verify('prova.txt', 'prova.txt')).toMatchObject({ code: 4 });
  });
});

test('accepts the list as a separate file', async () => {
  saveFile('so-registro.txt', `${JSON.stringify({ ...draw.record, log: evidence })}\n`);
  expect((await verify('so-registro.txt')).output).toContain('Falta a lista');
  expect((await verify('so-registro.txt', 'lista.txt')).output).toContain('1º prêmio: número 0976');
});
