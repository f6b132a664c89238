import { describe, expect, test } from 'vitest';
import { buyerTag, ListFault } from '../sealing/sold-list.ts';
import { listText, makeDraw, type MadeDraw, officialBody, parseList } from '../draws.testing.ts';
import { fromHex, toHex } from '../../hex.ts';
import { sha256Hex } from '../sealing/sha256.ts';
import { proofFile } from '../sealing/timestamp-proof.ts';
import { type Check, verifyDraw } from './verify-draw.ts';

const prizes = ['31976', '14292', '30948', '96672', '68951'];
const holders = new Map(
  Array.from({ length: 900 }, (_, index) => [index + 101, `buyer ${index % 40}`] as const),
);
const honest = makeDraw({ totalNumbers: 1000, holders, prizes });

const failing = ({ text, record }: MadeDraw, notedSeal?: string): Check[] =>
  verifyDraw(record, parseList(text), notedSeal)
    .checks.filter(({ ok }) => !ok)
    .map(({ check }) => check);

function changed(change: (draw: MadeDraw) => void): MadeDraw {
  const draw = structuredClone(honest);
  change(draw);
  return draw;
}

test('accepts an honest draw', () => {
  expect(failing(honest)).toEqual([]);
  expect(verifyDraw(honest.record, parseList(honest.text)).ok).toBe(true);
});

/** Pending attestation of a calendar, directly for the seal. */
const PROMISE = fromHex('0083dfe30d2ef90c8e0908687474703a2f2f61');
const anchorOf = (hash: string) => toHex(proofFile(fromHex(hash), PROMISE));

test('verifies a timestamp proof if there is one', () => {
  const anchored = changed(({ record }) => void (record.anchor = anchorOf(record.seal.hash)));
  expect(verifyDraw(anchored.record, parseList(anchored.text))).toMatchObject({
    ok: true,
    attested: [{ kind: 'pending' }],
  });
  const ofOtherHash = changed(({ record }) => void (record.anchor = anchorOf('a'.repeat(64))));
  expect(failing(ofOtherHash)).toEqual(['anchor']);
});

describe('tampering', () => {
  test.each<[string, (draw: MadeDraw) => void, Check[]]>([
    [
      'an added number',
      (draw) => void (draw.text = listText(1000, new Map([...holders, [7, 'buyer 1']]))),
      ['list', 'root'],
    ],
    [
      'a removed number',
      (draw) => void (draw.text = listText(1000, new Map([...holders].filter(([number]) => number !== 976)))),
      ['list', 'root', 'winners'],
    ],
    [
      'a number moved to another buyer',
      (draw) => void (draw.text = listText(1000, new Map([...holders, [976, 'another buyer']]))),
      ['list', 'root', 'winners'],
    ],
    [
      'another result',
      (draw) => void (draw.record.results[0]!.prizes = ['31977', ...prizes.slice(1)]),
      ['results', 'winners'],
    ],
    [
      'another result with a matching official response',
      (draw) => {
        const result = draw.record.results[0]!;
        result.prizes = ['31977', ...prizes.slice(1)];
        result.rawBody = officialBody(result, result.date);
      },
      ['results', 'winners'],
    ],
    ['another extraction', (draw) => void (draw.record.results[0]!.extraction = 5930), ['results']],
    ['another day', (draw) => void (draw.record.results[0]!.date = '2024-12-29'), ['results']],
    [
      'another rule',
      (draw) => void (draw.record.seal.text = draw.record.seal.text.replace('federal-1', 'federal-2')),
      ['seal', 'winners'],
    ],
    [
      'another fallback',
      (draw) =>
        void (draw.record.seal.text = draw.record.seal.text.replace(
          'nao-vendido lot',
          'nao-vendido next_extraction',
        )),
      ['seal'],
    ],
    ['another winner', (draw) => void (draw.record.winners[0]!.number = 500), ['winners']],
    ['the winner’s tag', (draw) => void (draw.record.winners[0]!.tag = 'a'.repeat(16)), ['winners']],
    ['an omitted prize', (draw) => void draw.record.winners.pop(), ['winners']],
    ['no result', (draw) => void (draw.record.results = []), ['winners']],
  ])('detects %s', (_, tamper, checks) => {
    expect(failing(changed(tamper))).toEqual(checks);
  });

  // @covers community 2: /resultado/{id}: 'Refazer o sorteio agora' recomputes the draw in the browser, and
  //   rejects tampered data
  test('detects a completely forged draw by the noted seal', () => {
    const forged = makeDraw({ totalNumbers: 1000, holders: new Map([...holders, [976, 'friend']]), prizes });
    expect(failing(forged)).toEqual([]);
    expect(failing(forged, honest.record.seal.hash)).toEqual(['seal']);
  });

  test('cannot detect a forged result with a matching response and hash', () => {
    const forged = changed((draw) => {
      const withOtherPrize = makeDraw({ totalNumbers: 1000, holders, prizes: ['31977', ...prizes.slice(1)] });
      Object.assign(draw, withOtherPrize);
    });
    expect(failing(forged, honest.record.seal.hash)).toEqual([]);
    expect(forged.record.results[0]!.rawHash).not.toBe(sha256Hex(honest.record.results[0]!.rawBody!));
  });
});

test('reads lists of both formats', () => {
  const sold = new Map([
    [7, 'buyer 1'],
    [42, 'buyer 2'],
  ]);
  expect(parseList(listText(1000, sold)).header).not.toHaveProperty('manualNumbers');
  const list = parseList(listText(1000, sold, new Set([42])));
  expect(list.header).toMatchObject({ soldNumbers: 2, manualNumbers: 1 });
  expect(list.tagAt(1)).toBe(parseList(listText(1000, sold)).tagAt(1));
  expect(list.root).not.toBe(parseList(listText(1000, sold)).root);
});

describe('rejects a malformed list', () => {
  const line = (number: string) => `${number} ${buyerTag('x', 'y')}\n`;
  const header =
    'mare-da-sorte/lista/1\nrifa 5e000000-0000-4000-8000-000000000001\nnumeros 100\nvendidos 2\n';
  const second = `${header.replace('lista/1', 'lista/2')}a-mao 1\n`;
  const marked = (number: string) => line(number).replace('\n', ' m\n');
  test.each([
    ['nothing', '', 1],
    ['another header', header.replace('lista/1', 'lista/3') + line('0001') + line('0002'), 5],
    ['marks in the first format', header + marked('0001') + line('0002'), 5],
    ['a count of marks in the first format', `${header}a-mao 0\n${line('0001')}${line('0002')}`, 5],
    [
      'no count of marks in the second format',
      header.replace('lista/1', 'lista/2') + line('0001') + line('0002'),
      6,
    ],
    ['more marks than numbers', second.replace('a-mao 1', 'a-mao 3') + line('0001') + line('0002'), 6],
    ['fewer marks than the header says', second + line('0001') + line('0002'), 8],
    ['more marks than the header says', second + marked('0001') + marked('0002'), 8],
    ['another mark', second + marked('0001').replace(' m', ' x') + line('0002'), 6],
    ['more sold numbers than the total', header.replace('vendidos 2', 'vendidos 101'), 5],
    ['a number twice', header + line('0002') + line('0002'), 6],
    ['numbers out of order', header + line('0003') + line('0002'), 6],
    ['number zero', header + line('0000') + line('0002'), 5],
    ['a number beyond the total', header + line('0001') + line('0101'), 6],
    ['an unpadded number', header + line('001') + line('0002'), 5],
    ['letters instead of a number', header + line('00a1') + line('0002'), 5],
    ['a tag in capitals', header + line('0001').toUpperCase() + line('0002'), 5],
    ['a missing line', header + line('0001'), 6],
    ['an extra line', header + line('0001') + line('0002') + line('0003'), 7],
    ['an unfinished line', header + line('0001') + line('0002').trim(), 6],
    ['CRLF line endings', (header + line('0001') + line('0002')).replaceAll('\n', '\r\n'), 5],
  ])('%s', (_, text, at) => {
    let fault: unknown;
    try {
      parseList(text);
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(ListFault);
    expect((fault as ListFault).line).toBe(at);
  });
});
