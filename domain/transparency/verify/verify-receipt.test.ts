import { describe, expect, test } from 'vitest';
import { faultsOf, honestFiles, honest } from './files/honest-files.testing.ts';
import { readReceiptFile } from './verify-receipt.ts';
import { makeWitnessedDraw, receiptFile } from './verify.testing.ts';

describe('a receipt', () => {
  test('is rejected with another number, index or path', async () => {
    const { receipt } = honest;
    const file = readReceiptFile(receipt)!;
    const ofOtherPurchase = {
      ...file,
      commitment: 'e'.repeat(64),
    };
    expect(await faultsOf(honestFiles({ receipts: [ofOtherPurchase] }))).toContain(
      'receipt fails: RECEIPT_NOT_INCLUDED',
    );
    const moved = { ...file, proof: { ...file.proof, index: file.proof.index - 1 } };
    expect(await faultsOf(honestFiles({ receipts: [moved] }))).toContain(
      'receipt fails: RECEIPT_NOT_INCLUDED',
    );
    const unsigned = {
      ...file,
      proof: { ...file.proof, checkpoint: file.proof.checkpoint.replace('\n6\n', '\n7\n') },
    };
    expect(await faultsOf(honestFiles({ receipts: [unsigned] }))).toContain(
      'receipt fails: RECEIPT_SIGNATURE',
    );
  });

  test('of a later tree asks for a newer proof of the draw', async () => {
    const { log, evidence } = makeWitnessedDraw();
    log.add({ kind: 'receipt', commitment: 'f'.repeat(64) });
    const later = readReceiptFile(receiptFile(log, 5))!;
    expect(await faultsOf(honestFiles({ log: evidence, receipts: [later] }))).toContain(
      'log open: CONSISTENCY_MISSING',
    );
  });

  test('that is truncated is rejected', async () => {
    for (const length of [0, 30, 200, honest.receipt.length - 1])
      expect(readReceiptFile(honest.receipt.slice(0, length))).toBeNull();
  });
});
