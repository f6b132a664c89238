import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex } from '../../hex.ts';
import { MAX_TEXT, toEntryText } from './entry-fields.ts';
import {
  decodeEntry,
  encodeEntry,
  ENTRY_KINDS,
  formatEntry,
  type LogEntry,
  parseEntry,
} from './log-entry.ts';

const at = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const rifaId = fc.uuid();
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex);
const count = fc.nat(10_000_000);
const text = fc.string({ unit: 'grapheme' }).map(toEntryText);
const day = at.map((instant) => instant.slice(0, 10));
const word = fc.stringMatching(/^[a-z0-9-]{1,20}$/);
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const entries: Record<LogEntry['kind'], fc.Arbitrary<LogEntry>> = {
  published: fc.record({
    kind: fc.constant('published' as const),
    at,
    rifaId,
    title: text,
    totalNumbers: count,
    priceCentavos: count,
    rule: word,
    fallback: fc.constantFrom('lot', 'next_extraction'),
    cotaWinsOnce: fc.boolean(),
    extraction: optional(count),
    regulationHash: optional(hash),
    contentHash: optional(hash),
    permutation: hash,
    instantSeed: optional(hash),
    prizes: fc.array(text, { maxLength: 8 }),
    drawDate: optional(at),
    declared: fc.array(text, { maxLength: 8 }),
  }),
  hidden: fc.record({
    kind: fc.constant('hidden' as const),
    at,
    rifaId,
    seed: hash,
    chain: hash,
    round: count,
    prizes: fc.array(text, { maxLength: 8 }),
    values: optional(fc.array(word, { minLength: 1, maxLength: 8 })),
  }),
  placed: fc.record({
    kind: fc.constant('placed' as const),
    at,
    rifaId,
    round: count,
    signature: word,
    commitments: hash,
  }),
  revealed: fc.record({ kind: fc.constant('revealed' as const), at, rifaId, seed: hash }),
  instantDelivered: fc.record({
    kind: fc.constant('instantDelivered' as const),
    at,
    rifaId,
    position: count,
    number: count,
  }),
  orderOpened: fc.record({ kind: fc.constant('orderOpened' as const), at, rifaId, key: word }),
  receipt: fc.record({ kind: fc.constant('receipt' as const), commitment: hash }),
  exit: fc.record({
    kind: fc.constant('exit' as const),
    at,
    commitment: hash,
    reason: word,
    rifaId: optional(rifaId),
    numbers: fc.array(word, { minLength: 1, maxLength: 5 }),
  }),
  count: fc.record({
    kind: fc.constant('count' as const),
    at,
    rifaId,
    soldNumbers: count,
    soldManually: count,
  }),
  frozen: fc.record({
    kind: fc.constant('frozen' as const),
    at,
    rifaId,
    totalNumbers: count,
    soldNumbers: count,
    excludedNumbers: count,
    listHash: hash,
    merkleRoot: hash,
  }),
  sealed: fc.record({
    kind: fc.constant('sealed' as const),
    at,
    rifaId,
    version: count,
    sealHash: hash,
    extraction: count,
    extractionDate: day,
  }),
  clause: fc.record({
    kind: fc.constant('clause' as const),
    at,
    rifaId,
    sealVersion: count,
    step: count,
    reason: word,
    extraction: count,
    decides: fc.boolean(),
  }),
  result: fc.record({
    kind: fc.constant('result' as const),
    at,
    extraction: count,
    drawnOn: day,
    version: count,
    source: word,
    bodyHash: optional(hash),
    prizes: fc.array(word, { minLength: 1, maxLength: 5 }),
  }),
  winners: fc.record({
    kind: fc.constant('winners' as const),
    at,
    rifaId,
    version: count,
    sealVersion: count,
    numbers: fc.array(word, { minLength: 1, maxLength: 10 }),
  }),
  correction: fc.record({
    kind: fc.constant('correction' as const),
    at,
    extraction: count,
    version: count,
    reason: text,
  }),
  amended: fc.record({
    kind: fc.constant('amended' as const),
    at,
    rifaId,
    version: count,
    reason: text,
    contentHash: optional(hash),
    changes: fc.array(text, { maxLength: 5 }),
  }),
  postponed: fc.record({
    kind: fc.constant('postponed' as const),
    at,
    rifaId,
    soldNumbers: count,
    drawDate: at,
  }),
  cancelled: fc.record({ kind: fc.constant('cancelled' as const), at, rifaId, reason: text }),
  delivered: fc.record({
    kind: fc.constant('delivered' as const),
    at,
    rifaId,
    position: count,
    number: count,
  }),
  instantVoided: fc.record({
    kind: fc.constant('instantVoided' as const),
    at,
    rifaId,
    position: count,
    number: count,
  }),
  instantRestored: fc.record({
    kind: fc.constant('instantRestored' as const),
    at,
    rifaId,
    position: count,
    number: count,
  }),
  programs: fc.record({ kind: fc.constant('programs' as const), at, sumsHash: hash }),
  keyChange: fc.record({
    kind: fc.constant('keyChange' as const),
    at,
    before: text,
    after: text,
    lossReason: optional(text),
    signatures: fc.array(text, { maxLength: 2 }),
  }),
  key: fc.record({
    kind: fc.constant('key' as const),
    at,
    before: optional(text.filter((value) => value !== '-')),
    after: text,
  }),
};

test.each(ENTRY_KINDS)('parses every serialized entry of kind %s', (kind) => {
  fc.assert(
    fc.property(entries[kind], (entry) => {
      expect(decodeEntry(encodeEntry(entry))).toEqual(entry);
    }),
  );
});

test('writes the fields of a kind in their order', () => {
  expect(
    formatEntry({
      soldManually: 3,
      kind: 'count',
      soldNumbers: 120,
      at: '2026-11-22T19:00:00.000Z',
      rifaId: '5e000000-0000-4000-8000-000000000012',
    }),
  ).toBe(
    [
      'mare-da-sorte/registro/1',
      'tipo contagem',
      'momento 2026-11-22T19:00:00.000Z',
      'rifa 5e000000-0000-4000-8000-000000000012',
      'vendidas 120',
      'a-mao 3',
      '',
    ].join('\n'),
  );
});

test('parses only the canonical text', () => {
  const canonical = formatEntry({ kind: 'receipt', commitment: 'ab'.repeat(32) });
  expect(parseEntry(canonical)).not.toBeNull();
  const variants = [
    canonical.slice(0, -1),
    `${canonical}\n`,
    `${canonical}extra 1\n`,
    canonical.replace('registro/1', 'registro/2'),
    canonical.replace('tipo recibo', 'tipo compra'),
    canonical.replace('compromisso ab', 'compromisso AB'),
    canonical.replace('compromisso ', 'compromisso  '),
    canonical.replaceAll('\n', '\r\n'),
    `\uFEFF${canonical}`,
  ];
  expect(variants.filter((variant) => parseEntry(variant) !== null)).toEqual([]);
  expect(decodeEntry(Uint8Array.of(0xff, 0xfe))).toBeNull();
});

test('any changed byte gives another entry or an error', () => {
  fc.assert(
    fc.property(
      fc.oneof(...Object.values(entries)),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (entry, anyIndex, mask) => {
        const bytes = encodeEntry(entry);
        bytes[anyIndex % bytes.length]! ^= mask;
        expect(decodeEntry(bytes)).not.toEqual(entry);
      },
    ),
  );
});

test('rejects values without a canonical form', () => {
  expect(() => formatEntry({ kind: 'receipt', commitment: 'short' })).toThrow(RangeError);
  const cancelled = {
    kind: 'cancelled',
    at: '2026-11-22T19:00:00.000Z',
    rifaId: '5e000000-0000-4000-8000-000000000012',
  } as const;
  expect(() => formatEntry({ ...cancelled, reason: 'two\nlines' })).toThrow(RangeError);
  expect(() => formatEntry({ ...cancelled, reason: ' padded' })).toThrow(RangeError);
  expect(() => formatEntry({ ...cancelled, reason: 'x'.repeat(70_000) })).toThrow('more than 65535 bytes');
});

test('collapses free text to one line', () => {
  expect(toEntryText('  Erro\n no\tcadastro\u0000 ')).toBe('Erro no cadastro');
  expect(toEntryText(' \n ')).toBe('-');
  expect(toEntryText('é'.repeat(1_000))).toBe('é'.repeat(MAX_TEXT));
});
