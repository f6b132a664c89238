import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leafHash } from '../log/merkle-tree.ts';
import { formatReceiptFile, parseReceiptFile } from './receipt-file.ts';
import {
  buyerCommitment,
  buyerSalt,
  buyerText,
  parseReceipt,
  type Receipt,
  receiptCommitment,
  receiptSalt,
  receiptText,
} from './receipt.ts';

const NONCE = '07'.repeat(32);
const RIFA = '5e000000-0000-4000-8000-000000000012';
const OTHER_RIFA = '5e000000-0000-4000-8000-000000000013';

const receipt: Receipt = {
  orderId: '5e000000-0000-4000-8000-000000000099',
  paidAt: '2026-11-22T19:30:00.000Z',
  rifas: [{ rifaId: RIFA, numbers: [7, 42, 81] }],
  buyer: buyerCommitment({ name: 'Maria da Silva', cpf: '52998224725', salt: buyerSalt(NONCE) }),
  salt: receiptSalt(NONCE),
};

const frozen = {
  kind: 'frozen',
  at: '2026-12-01T22:00:00.000Z',
  rifaId: RIFA,
  totalNumbers: 100,
  soldNumbers: 60,
  excludedNumbers: 0,
  listHash: 'ab'.repeat(32),
  merkleRoot: 'cd'.repeat(32),
} as const;
const hashOf = (text: string) => leafHash(new TextEncoder().encode(text));

test('parses the receipts that it serializes', () => {
  expect(parseReceipt(receiptText(receipt))).toEqual(receipt);
});

test('writes each rifa once, with its numbers in order', () => {
  const rifas = [
    { rifaId: OTHER_RIFA, numbers: [10, 9] },
    { rifaId: RIFA, numbers: [81] },
    { rifaId: OTHER_RIFA, numbers: [1] },
  ];
  expect(
    receiptText({ ...receipt, rifas })
      .split('\n')
      .slice(3, 5),
  ).toEqual([`rifa ${RIFA} 81`, `rifa ${OTHER_RIFA} 1 9 10`]);
});

test('changes the commitment for another order, time, numbers, buyer or salt', () => {
  const commitment = receiptCommitment(receiptText(receipt));
  const others: Receipt[] = [
    { ...receipt, orderId: RIFA },
    { ...receipt, paidAt: '2026-11-22T19:30:00.001Z' },
    { ...receipt, rifas: [{ rifaId: RIFA, numbers: [7, 42] }] },
    { ...receipt, rifas: [{ rifaId: OTHER_RIFA, numbers: [7, 42, 81] }] },
    { ...receipt, buyer: 'ab'.repeat(32) },
    { ...receipt, salt: 'ab'.repeat(32) },
  ];
  expect(others.map((changed) => receiptCommitment(receiptText(changed)))).not.toContain(commitment);
});

test('hashes the buyer with another salt than the one in the receipt', () => {
  expect(buyerSalt(NONCE)).not.toBe(receiptSalt(NONCE));
  expect(receiptText(receipt)).not.toContain(buyerSalt(NONCE));
  expect(buyerText({ name: ' Maria \n da Silva', cpf: null, salt: 'ab' })).toBe(
    'mare-da-sorte/comprador/1\nnome Maria da Silva\ncpf -\nsal ab\n',
  );
});

test('parses only the canonical text', () => {
  const text = receiptText(receipt);
  const others = [
    text.slice(0, -1),
    `${text}\n`,
    text.replace('recibo/1', 'recibo/2'),
    text.replace('7 42', '42 7'),
    text.replace('7 42', '07 42'),
    text.replace(' 7 42 81', ''),
    text.replace('pago 2026', 'pago  026'),
  ];
  expect(others.filter((variant) => parseReceipt(variant) !== null)).toEqual([]);
});

test('parses receipt files before and after the freeze', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          index: fc.nat(1_000),
          proof: fc.array(fc.string().map(hashOf), { maxLength: 4 }),
          cotas: fc.array(
            fc.record({
              index: fc.nat(100),
              line: fc.constantFrom('042 a5b016761c1107f9', '007 60303ae22b998861'),
              proof: fc.array(fc.string().map(hashOf), { maxLength: 4 }),
            }),
            { maxLength: 3 },
          ),
        }),
        { maxLength: 2 },
      ),
      (lists) => {
        const policy = lists.length % 2 === 0 ? 'log a\nquorum none\n' : null;
        const file = { receipt, policy, lists: lists.map((list) => ({ ...list, frozen })) };
        expect(parseReceiptFile(formatReceiptFile(file))).toEqual(file);
      },
    ),
  );
});

test('rejects truncated and changed receipt files', () => {
  const list = {
    frozen,
    index: 8,
    proof: [hashOf('a')],
    cotas: [{ index: 3, line: '042 aa', proof: [hashOf('b')] }],
  };
  const text = formatReceiptFile({ receipt, policy: 'quorum none\n', lists: [list] });
  const cut = Array.from({ length: text.length - 1 }, (_, index) => text.slice(0, index + 1));
  const isShorter = (each: string) => parseReceiptFile(each) !== null;
  // A file may end after the receipt, or before a hash or a cota: the proofs themselves show what is missing.
  expect(cut.filter(isShorter).every((each) => each.endsWith('\n'))).toBe(true);
  expect(parseReceiptFile(text)).not.toBeNull();
  expect(parseReceiptFile(text.replace('politica quorum', 'quorum'))).toBeNull();
  expect(parseReceiptFile(text.replace('congelamento 8', 'congelamento 08'))).toBeNull();
  expect(parseReceiptFile(text.replace('tipo congelamento', 'tipo lacre'))).toBeNull();
  expect(parseReceiptFile(text.replace('no ', 'no x'))).toBeNull();
});
