import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatVerifierKey } from '@mare/domain/transparency/log/signed-note.ts';
import { joinEntries, parseTilePath } from '@mare/domain/transparency/log/tiles.ts';
import { LOG, RIFA, TestLog } from '@mare/domain/transparency/verify/verify.testing.ts';

const PROGRAM = join(import.meta.dirname, 'mirror.ts');
const logOf = (fill: string) => {
  const log = new TestLog();
  for (let entry = 0; entry < 9; entry++)
    log.add({ kind: 'receipt', commitment: `${fill}${entry}`.repeat(32) });
  return log;
};

let folder: string;
let shop: Server;
let served: { log: TestLog; size: number };
let children: ChildProcess[];
/** False once the shop's database has lost them. */
let keepsEntries: boolean;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mare-mirror-'));
  children = [];
  keepsEntries = true;
  served = { log: logOf('a'), size: 5 };
  shop = createServer(({ url }, response) => {
    const { log, size } = served;
    const tile = parseTilePath(url!.slice('/log/'.length));
    if (url === '/log/checkpoint') response.end(log.checkpoint(size));
    else if (tile?.level === 'entries' && keepsEntries)
      response.end(joinEntries(log.entries.slice(0, tile.width)));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  shop.close();
  rmSync(folder, { recursive: true });
});

const options = () => [
  '--pasta',
  folder,
  '--de',
  `http://127.0.0.1:${(shop.address() as AddressInfo).port}/log`,
  '--registro',
  formatVerifierKey(LOG.key),
];

/** @returns its URL and its output lines */
async function startMirror() {
  const child = spawn(process.execPath, [PROGRAM, ...options(), '--porta', '0', '--cada', '1'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = createInterface(child.stdout)[Symbol.asyncIterator]();
  const errors = createInterface(child.stderr)[Symbol.asyncIterator]();
  const first = (await output.next()).value!;
  return {
    url: first.replace('Espelho em ', ''),
    nextLine: async () => (await output.next()).value!,
    warned: async () => (await errors.next()).value!,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('copies the log, serves it after a crash, and stores the evidence of a rewritten one', async () => {
  const { log } = served;
  const first = await startMirror();
  expect(await first.nextLine()).toBe('Copiado até 5 (5 a mais).');
  await first.stop();
  served.size = 9;
  const { url, nextLine, warned } = await startMirror();
  expect(await nextLine()).toBe('Copiado até 9 (4 a mais).');
  served = { log: logOf('b'), size: 9 };
  expect(await warned()).toContain('O REGISTRO NÃO CONFERE');

  expect(await (await fetch(`${url}/checkpoint`)).text()).toBe(log.checkpoint(9));
  const entries = await fetch(`${url}/tile/entries/000.p/9`);
  expect(new Uint8Array(await entries.arrayBuffer())).toEqual(joinEntries(log.entries));
  expect((await fetch(`${url}/tile/0/000.p/9`)).status).toBe(200);
  for (const missing of ['tile/0/000', 'tile/0/000.p/10', 'tile/x/000', 'em-uso'])
    expect((await fetch(`${url}/${missing}`)).status).toBe(404);
  expect(readdirSync(join(folder, 'divergencias'))).toHaveLength(1);
});

describe('what an honest shop logs once', () => {
  const cancelled = (rifaId: string) =>
    ({ kind: 'cancelled', at: '2024-12-21T20:00:00.000Z', rifaId, reason: 'Motivo' }) as const;
  const listDivergences = () => {
    const divergences = join(folder, 'divergencias');
    return existsSync(divergences) ? readdirSync(divergences) : [];
  };

  test('is reported when it is logged again, also across a restart, and goes on being copied', async () => {
    const { log } = served;
    log.add(cancelled(RIFA));
    served.size = log.size;
    const first = await startMirror();
    expect(await first.nextLine()).toBe('Copiado até 10 (10 a mais).');
    await vi.waitFor(() => expect(existsSync(join(folder, 'vistos.json'))).toBe(true));
    await first.stop();
    expect(listDivergences()).toEqual([]);
    log.add(cancelled(RIFA));
    served.size = log.size;
    const { nextLine, warned } = await startMirror();
    expect(await nextLine()).toBe('Copiado até 11 (1 a mais).');
    expect(await warned()).toBe(
      `O REGISTRO TEM DUAS VEZES O QUE UMA LOJA HONESTA ANOTA UMA VEZ SÓ (guardado em divergencias): A rifa ${RIFA} foi cancelada duas vezes, nas posições 9 e 10 do registro.`,
    );
    const [file] = listDivergences();
    const kept = readFileSync(join(folder, 'divergencias', file!), 'utf8');
    expect(kept).toContain('posição 9\nmare-da-sorte/registro/1\ntipo cancelamento\n');
    expect(kept).toContain(log.checkpoint(11));
    log.add({ kind: 'receipt', commitment: 'f'.repeat(64) });
    served.size = log.size;
    expect(await nextLine()).toBe('Copiado até 12 (1 a mais).');
  });

  test.each([
    ['missing', () => rmSync(join(folder, 'vistos.json'))],
    ['damaged', () => writeFileSync(join(folder, 'vistos.json'), '{"format":1,')],
  ])('is found in the copied entries when the state is %s', async (_, lose) => {
    const { log } = served;
    log.add(cancelled(RIFA));
    served.size = log.size;
    const first = await startMirror();
    await vi.waitFor(() => expect(existsSync(join(folder, 'vistos.json'))).toBe(true));
    await first.stop();
    lose();
    log.add(cancelled(RIFA));
    served.size = log.size;
    expect(await (await startMirror()).warned()).toContain('nas posições 9 e 10');
  });
});

test('reports that signed entries are not served', async () => {
  keepsEntries = false;
  const { warned } = await startMirror();
  expect(await warned()).toMatch(/^Sem leitura: tile\/entries\/\S+: 404\. O REGISTRO ASSINOU ESTAS LINHAS/);
});

test('does not start with unknown options, another key or no address', () => {
  const exitStatusWith = (...givenOptions: string[]) =>
    spawnSync(process.execPath, [PROGRAM, ...givenOptions]).status;
  expect(exitStatusWith('--chave', 'x')).toBe(2);
  expect(exitStatusWith(...options().slice(0, 4), '--registro', 'x')).toBe(2);
  expect(exitStatusWith('--pasta', folder, '--de', 'ftp://loja.example')).toBe(2);
  expect(existsSync(join(folder, 'em-uso'))).toBe(false);
});
