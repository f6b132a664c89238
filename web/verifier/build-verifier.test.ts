import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWitnessedDraw, POLICY } from '@mare/domain/transparency/verify/verify.testing.ts';
import { buildVerifier } from './build-verifier.ts';

let folder: string;
let files: Map<string, Buffer>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mare-verifier-'));
  files = await buildVerifier();
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('builds reproducibly', async () => {
  const rebuilt = await buildVerifier();
  expect(rebuilt.get('SHA256SUMS')!.toString()).toBe(files.get('SHA256SUMS')!.toString());
});

test('publishes checksums that sha256sum verifies', () => {
  const output = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
  expect(output.trim().split('\n')).toHaveLength(files.size - 1);
});

test('builds a single-file program', () => {
  const { draw, evidence, receipt } = makeWitnessedDraw();
  writeFileSync(
    join(folder, 'prova.txt'),
    `${JSON.stringify({ ...draw.record, log: evidence })}\n${draw.text}`,
  );
  writeFileSync(join(folder, 'recibo.tlog-proof'), receipt);
  writeFileSync(join(folder, 'politica.txt'), POLICY);
  const run = () =>
    execFileSync(
      process.execPath,
      ['verificar.mjs', 'prova.txt', 'recibo.tlog-proof', 'politica.txt', '--json'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
  // Exit code 3: no timestamp.
  expect(run).toThrow(expect.objectContaining({ status: 3 }));
});

test('packs the program like npm', () => {
  const archive = gunzipSync(files.get('verificar-1.0.0.tgz')!);
  writeFileSync(join(folder, 'verificar.tar'), archive);
  const names = execFileSync('tar', ['tf', 'verificar.tar'], { cwd: folder, encoding: 'utf8' });
  expect(names.trim().split('\n')).toEqual([
    'package/package.json',
    'package/verificar.mjs',
    'package/index.html',
    'package/LICENSE',
  ]);
});

test('builds a page without external requests', () => {
  const page = files.get('index.html')!.toString();
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)!;
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-[^ ]+'; base-uri 'none'/,
  );
  const inline = (name: string) => new RegExp(`<${name}[^>]*>([^]*?)</${name}>`).exec(page)![1]!;
  for (const name of ['script', 'style'])
    expect(policy).toContain(createHash('sha256').update(inline(name)).digest('base64'));
  expect(page).not.toMatch(/\bsrc=|<link|\bfetch\(|XMLHttpRequest|WebSocket|\bimport\(/);
});
