import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  drawRecord,
  listText,
  makeDraw,
  type MadeDraw,
  officialBody,
  parseList,
  termsOf,
} from '@mare/domain/draws/draws.testing.ts';

const run = promisify(execFile);
const VERIFIER = join(import.meta.dirname, 'independent-check.mjs');
const prizes = ['31976', '14292', '30948', '96672', '68951'];
const holders = new Map(
  Array.from({ length: 900 }, (_, index) => [index + 101, `buyer ${index % 40}`] as const),
);
const honest = makeDraw({ totalNumbers: 1000, holders, prizes });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mare-verify-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function verify(
  { text, record }: MadeDraw,
  ...options: string[]
): Promise<{ ok: boolean; output: string }> {
  const path = join(folder, 'prova.txt');
  writeFileSync(path, `${JSON.stringify(record)}\n${text}`);
  return run(process.execPath, [VERIFIER, path, ...options]).then(
    ({ stdout }) => ({ ok: true, output: stdout }),
    (error: { stderr: string }) => ({ ok: false, output: error.stderr }),
  );
}

test('accepts an honest draw, with a noted seal and prizes too', async () => {
  const { ok, output } = await verify(honest, '--lacre', honest.record.seal.hash, '--premios', prizes.join());
  expect(ok).toBe(true);
  expect(output).toContain(`1º prêmio: número 976, comprador ${honest.record.winners[0]!.tag}`);
  expect(output).not.toContain('Falta só você');
});

test('parses and counts the marks of manually sold numbers', async () => {
  const manual = new Set([...holders.keys()].slice(0, 2));
  const marked = makeDraw({ totalNumbers: 1000, holders, prizes, manual });
  expect((await verify(marked)).ok).toBe(true);
  const hidden = { ...marked, text: marked.text.replace('a-mao 2', 'a-mao 1') };
  expect((await verify(hidden)).ok).toBe(false);
});

test('reports that seal and prizes were not compared: a forged file can be consistent with itself', async () => {
  const alone = await verify(honest);
  expect(alone.output).toMatch(
    /este lacre é o que você anotou.*\n.*estes prêmios são os que a Caixa publicou/,
  );
});

test('reports a missing file and a file that is not a proof', async () => {
  expect(await verify({ record: 'bom dia' as never, text: 'nada' })).toEqual({
    ok: false,
    output: '  NÃO CONFERE: o arquivo não é uma prova de sorteio\n',
  });
  const absent = run(process.execPath, [VERIFIER, join(folder, 'nada.txt')]);
  await expect(absent).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/^Não há arquivo /) });
});

test.each([10, 100, 10_000, 100_000, 1_000_000, 10_000_000])(
  'matches the site for %i numbers, sold and unsold',
  async (totalNumbers) => {
    const some = new Map(Array.from({ length: 7 }, (_, index) => [index + 3, `buyer ${index}`] as const));
    expect(await verify(makeDraw({ totalNumbers, holders: some, prizes }))).toMatchObject({ ok: true });
    const none = new Map<number, string>();
    expect(await verify(makeDraw({ totalNumbers, holders: none, prizes }))).toMatchObject({ ok: true });
  },
);

test.each(['the page', 'the log'])(
  'rejects a seal that replaced another after its extraction, by %s',
  async (by) => {
    const first = { extraction: 5928, extractionDate: '2024-12-21' };
    const withSeal = (sealedAt: string) => {
      const seals = [
        { version: 1, ...first, hash: 'a'.repeat(64), sealedAt: '2024-12-20T12:00:00.000Z' },
        {
          version: 2,
          extraction: 5929,
          extractionDate: '2024-12-28',
          hash: honest.record.seal.hash,
          sealedAt,
        },
      ];
      const entries = seals.map(({ version, extraction, extractionDate, hash, sealedAt: momento }) => ({
        entry: `mare-da-sorte/registro/1\ntipo lacre\nmomento ${momento}\nversao ${version}\nlacre ${hash}\nextracao ${extraction}\ndata ${extractionDate}\n`,
      }));
      const shown = by === 'the page' ? { shown: { seals } } : { log: { entries } };
      return { ...honest, record: { ...honest.record, ...shown } as MadeDraw['record'] };
    };
    const late = await verify(withSeal('2024-12-22T12:00:00.000Z'));
    expect(late).toMatchObject({ ok: false, output: expect.stringContaining('depois da extração 5928') });
    const inTime = await verify(withSeal('2024-12-21T12:00:00.000Z'));
    expect(inTime).toMatchObject({ ok: true, output: expect.stringContaining('trocou o anterior') });
  },
);

test('requires the next extraction where the first one decides nothing', async () => {
  const text = listText(1000, new Map([[445, 'buyer']]));
  const list = parseList(text);
  const terms = termsOf(list, { fallback: 'next_extraction', positions: [1] });
  const drawnBy = (second: number) => ({
    text,
    record: drawRecord(terms, list, [
      { extraction: terms.extraction, date: terms.extractionDate, prizes },
      { extraction: second, date: '2025-01-08', prizes: ['00445', ...prizes.slice(1)] },
    ]),
  });
  expect(await verify(drawnBy(terms.extraction + 1))).toMatchObject({ ok: true });
  const passed = await verify(drawnBy(terms.extraction + 3));
  expect(passed).toMatchObject({ ok: false, output: expect.stringContaining('não segue a anterior') });
});

test('rejects a timestamp of another seal', async () => {
  const withAnchor = (anchor: string) => ({ ...honest, record: { ...honest.record, anchor } });
  const start = '0'.repeat(66);
  const own = await verify(withAnchor(`${start}${honest.record.seal.hash}00`));
  expect(own).toMatchObject({ ok: true, output: expect.stringContaining('ots verify') });
  const other = await verify(withAnchor(`${start}${'a'.repeat(64)}00`));
  expect(other).toMatchObject({ ok: false, output: expect.stringContaining('outro lacre') });
});

describe('tampering', () => {
  test.each<[string, (draw: MadeDraw) => void, string]>([
    [
      'an added number',
      (draw) => void (draw.text = listText(1000, new Map([...holders, [7, 'x']]))),
      'outro tamanho',
    ],
    [
      'a removed number',
      (draw) => void (draw.text = draw.text.replace(/^0976 .*\n/m, '')),
      'não tem as linhas',
    ],
    [
      'a replaced number',
      (draw) => void (draw.text = draw.text.replace(/^0101 /m, '0100 ')),
      'não é a que foi lacrada',
    ],
    [
      'a number moved to another buyer',
      (draw) => void (draw.text = listText(1000, new Map([...holders, [976, 'x']]))),
      'não é a que foi lacrada',
    ],
    [
      'another result',
      (draw) => void (draw.record.results[0]!.prizes = ['31977', ...prizes.slice(1)]),
      'diz outra coisa',
    ],
    [
      'another official response',
      (draw) => {
        const result = draw.record.results[0]!;
        result.prizes = ['31977', ...prizes.slice(1)];
        result.rawBody = officialBody(result, result.date);
      },
      'não confere com o seu SHA-256',
    ],
    ['another extraction', (draw) => void (draw.record.results[0]!.extraction = 1), 'não é a que decide'],
    [
      'another rule',
      (draw) => void (draw.record.seal.text = draw.record.seal.text.replace('federal-1', 'federal-2')),
      'o lacre não confere',
    ],
    ['another winner', (draw) => void (draw.record.winners[0]!.number = 500), 'os ganhadores não são'],
    ['an omitted prize', (draw) => void draw.record.winners.pop(), 'os ganhadores não são'],
    ['no result', (draw) => void (draw.record.results = []), 'espera outra extração'],
  ])('rejects %s', async (_, tamper, reason) => {
    const draw = structuredClone(honest);
    tamper(draw);
    const { ok, output } = await verify(draw);
    expect(ok).toBe(false);
    expect(output).toContain(reason);
  });

  test('accepts list and seal before the draw', async () => {
    const sealed = { ...honest, record: { ...honest.record, results: [], winners: [] } };
    const { ok, output } = await verify(sealed);
    expect(ok).toBe(true);
    expect(output).toContain('A lista confere com o lacre. O sorteio ainda não aconteceu.');
    const moved = { ...sealed, text: listText(1000, new Map([...holders, [976, 'x']])) };
    expect(await verify(moved)).toMatchObject({ ok: false });
  });

  test('detects a forged draw by the noted seal', async () => {
    const moved = makeDraw({ totalNumbers: 1000, holders: new Map([...holders, [976, 'x']]), prizes });
    expect(await verify(moved, '--lacre', honest.record.seal.hash)).toMatchObject({ ok: false });
    const other = makeDraw({ totalNumbers: 1000, holders, prizes: ['31977', ...prizes.slice(1)] });
    expect(await verify(other, '--premios', prizes.join())).toMatchObject({ ok: false });
  });

  test('rejects a file that is not a proof without crashing', async () => {
    const path = join(folder, 'lixo.txt');
    writeFileSync(path, 'lixo');
    await expect(run(process.execPath, [VERIFIER, path])).rejects.toMatchObject({ code: 1 });
    await expect(run(process.execPath, [VERIFIER])).rejects.toMatchObject({ code: 2 });
  });
});
