/** Receipts of orders in a signed log. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCheckpoint } from '@mare/domain/transparency/log/checkpoint.ts';
import { encodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { isIncluded, leafHash } from '@mare/domain/transparency/log/merkle-tree.ts';
import { parseProofFile } from '@mare/domain/transparency/receipts/proof-file.ts';
import { parseReceiptFile } from '@mare/domain/transparency/receipts/receipt-file.ts';
import { receiptCommitment, receiptText } from '@mare/domain/transparency/receipts/receipt.ts';
import { line, request } from '../../../orders/orders.testing.ts';
import { settleOrder } from '../../../orders/lifecycle/settle-order.ts';
import { readConfig } from '../../../platform/config/config.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openLogKey } from '../../../transparency/keys/log-key.ts';
import { recordKey } from '../../../transparency/tree/sign-tree.ts';
import { updateLog } from '../../../transparency/tree/start-log.ts';
import { createDrawsTestbed } from '../../draws.testing.ts';
import { readOrderReceipt } from './read-receipt.ts';

export type ReceiptsTestbed = Awaited<ReturnType<typeof createReceiptsTestbed>>;

/** A key for the public log of a test, with its receipts verified as anyone can. */
export function openTestLog(platform: Platform) {
  const dataDir = mkdtempSync(join(tmpdir(), 'receipts-'));
  const key = openLogKey(readConfig({ PORT: '4000', DATA_DIR: dataDir }), platform.random)!;

  const signLog = async () => {
    await recordKey(platform, key);
    await updateLog(platform, key);
  };

  /** Verifies a receipt file with only the log's key. @throws if it is not valid */
  function verify(file: string) {
    const proof = parseProofFile(file)!;
    const opened = openCheckpoint(proof.checkpoint, [key.signer.key])!;
    const position = { ...opened.checkpoint, index: proof.index };
    const content = parseReceiptFile(new TextDecoder().decode(proof.extra!))!;
    const commitment = receiptCommitment(receiptText(content.receipt));
    const entry = leafHash(encodeEntry({ kind: 'receipt', commitment }));
    if (!isIncluded(entry, position, proof.path)) throw new Error('not in the log');
    for (const list of content.lists) {
      const frozen = leafHash(encodeEntry(list.frozen));
      if (!isIncluded(frozen, { ...position, index: list.index }, list.proof))
        throw new Error('no such freeze');
      const root = Buffer.from(list.frozen.merkleRoot, 'hex');
      for (const { line: text, index, proof: path } of list.cotas)
        if (!isIncluded(leafHash(Buffer.from(text)), { index, size: list.frozen.soldNumbers, root }, path))
          throw new Error(`${text} is not on the list`);
    }
    return content;
  }

  return { key, signLog, verify, close: () => rmSync(dataDir, { recursive: true }) };
}

export async function createReceiptsTestbed() {
  const bed = await createDrawsTestbed();
  const log = openTestLog(bed.platform);

  async function buy(rifaId: string, numbers: number[], receiptNonce?: string) {
    const userId = await bed.buyer();
    const reserved = await bed.orderBatchWriter.reserve(
      request(userId, [line(rifaId, numbers.length, numbers)], {
        holdExpiresAt: new Date(bed.clock.now().getTime() + 900_000),
        customer: { name: 'Maria da Silva', cpf: '529.982.247-25', email: 'maria@exemplo.com.br' },
        receiptNonce,
      }),
    );
    if (!reserved.ok) throw new Error(reserved.code);
    const { id, externalReference } = reserved.order;
    const settle = () => bed.db.transaction().execute((trx) => settleOrder(trx, id, bed.clock.now()));
    await settle();
    return { orderId: id, userId, reference: externalReference, settle };
  }

  const readReceipt = ({ reference, userId }: { reference: string; userId: string }, part = 1) =>
    readOrderReceipt(bed.platform, { reference, userId, part });

  const close = async () => {
    await bed.close();
    log.close();
  };
  return { ...bed, ...log, buy, readReceipt, close };
}
