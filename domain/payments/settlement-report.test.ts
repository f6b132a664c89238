import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSettlementReport, readAmount } from './settlement-report.ts';

const HEADER =
  'EXTERNAL_REFERENCE,SOURCE_ID,USER_ID,TRANSACTION_TYPE,TRANSACTION_AMOUNT,TRANSACTION_CURRENCY,FEE_AMOUNT,SETTLEMENT_NET_AMOUNT,SETTLEMENT_DATE';
const line = (changes: Partial<Record<string, string>> = {}) =>
  Object.values({
    reference: 'MS-1',
    id: '101',
    account: '777',
    type: 'SETTLEMENT',
    gross: '10.00',
    currency: 'BRL',
    fee: '-0.10',
    net: '9.90',
    date: '2026-11-20T10:00:00.000-03:00',
    ...changes,
  }).join(',');
const parse = (...lines: string[]) => parseSettlementReport([HEADER, ...lines].join('\n'));
const problemsOf = (...lines: string[]) => parse(...lines).rejected;

test('reads payments, refunds and transfers to the bank', () => {
  const report = parse(
    line(),
    line({ id: '102', type: 'REFUND', gross: '-5.00', fee: '0.05', net: '-4.95' }),
    line({ id: '9', type: 'WITHDRAWAL', gross: '-4.95', fee: '0', net: '-4.95' }),
    '',
  );
  expect(report.rejected).toEqual([]);
  expect(report.lines).toMatchObject([
    { line: 2, account: '777', paymentId: '101', type: 'SETTLEMENT', gross: 1000, fee: -10, net: 990 },
    { line: 3, paymentId: '102', type: 'REFUND', gross: -500, fee: 5, net: -495 },
    { line: 4, paymentId: '9', type: 'WITHDRAWAL', gross: -495, fee: 0, net: -495 },
  ]);
});

test('parses an empty report of a period without payments', () => {
  expect(parseSettlementReport(HEADER)).toEqual({ lines: [], rejected: [] });
});

test('uses the date of a transfer as its settlement date', () => {
  const text = [
    `TRANSACTION_DATE,${HEADER}`,
    `2026-11-20T10:00:00.000-03:00,${line({ id: '9', type: 'PAYOUTS', date: '' })}`,
  ].join('\n');
  expect(parseSettlementReport(text).lines).toMatchObject([{ settledAt: '2026-11-20T10:00:00.000-03:00' }]);
});

test('reads semicolons, quoted cells and a byte order mark', () => {
  const row = 'MS-1;101;777;SETTLEMENT;"1.234,50";BRL;-0,50;1234.00;2026-11-20T10:00:00.000-03:00';
  const text = [HEADER.replaceAll(',', ';'), row].join('\r\n');
  expect(parseSettlementReport(`\uFEFF${text}`).lines).toMatchObject([{ gross: 123_450, net: 123_400 }]);
});

describe('rejects by line', () => {
  test.each([
    ['AMOUNT', { gross: '10.0.0' }],
    ['AMOUNT', { gross: '1.234', net: '1233.90' }],
    ['AMOUNT', { gross: '10000000000.00', fee: '0', net: '10000000000.00' }],
    ['SUM', { net: '9.91' }],
    ['CURRENCY', { currency: 'USD' }],
    ['DATE', { date: '20/11/2026' }],
    ['DATE', { date: '2026-13-41T10:00:00' }],
    ['PAYMENT_ID', { id: '' }],
    ['TYPE', { type: 'GIFT' }],
    ['ENCODING', { reference: 'S\uFFFDo' }],
    ['CELLS', { reference: 'a,b' }],
    ['CELLS', { reference: '"a' }],
  ])('%s: %j', (problem, changes) => {
    expect(problemsOf(line({ id: '1' }), line(changes))).toEqual([{ line: 3, problem }]);
  });

  test('a doubled line and a line of another account', () => {
    expect(problemsOf(line(), line(), line({ id: '102', account: '778' }))).toEqual([
      { line: 3, problem: 'DOUBLED' },
      { line: 4, problem: 'ACCOUNT' },
    ]);
  });

  test('a file that is not a report', () => {
    for (const text of ['', 'a;b\n1;2', '%PDF-1.7'])
      expect(parseSettlementReport(text)).toEqual({ lines: [], rejected: [{ line: 1, problem: 'HEADER' }] });
  });
});

test('parses every amount with point or comma, grouped or not', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999_999 }),
      fc.constantFrom('.', ','),
      fc.boolean(),
      (centavos, decimalMark, isGrouped) => {
        const reais = String(Math.floor(centavos / 100));
        const groupMark = decimalMark === '.' ? ',' : '.';
        const writtenReais = isGrouped ? reais.replaceAll(/\B(?=(\d{3})+$)/g, groupMark) : reais;
        const text = `${writtenReais}${decimalMark}${String(centavos % 100).padStart(2, '0')}`;
        expect(readAmount(text)).toBe(centavos);
        expect(readAmount(`-${text}`)).toBe(centavos === 0 ? 0 : -centavos);
      },
    ),
  );
});

test('never throws, and accepts or rejects each line', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constant(line())), { maxLength: 6 }), (rows) => {
      const { lines, rejected } = parse(...rows);
      const numbers = [...lines, ...rejected].map((row) => row.line);
      expect(new Set(numbers).size).toBe(numbers.length);
    }),
  );
});
