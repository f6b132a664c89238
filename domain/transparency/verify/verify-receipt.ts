/** Verifies a buyer's receipt: that the log holds it, with the frozen lists that it names. */
import { fromHex } from '../../hex.ts';
import type { OpenedCheckpoint } from '../log/checkpoint.ts';
import { encodeEntry } from '../log/log-entry.ts';
import { isIncluded, leafHash } from '../log/merkle-tree.ts';
import { parseProofFile, type ProofFile } from '../receipts/proof-file.ts';
import { receiptCommitment, receiptText } from '../receipts/receipt.ts';
import { type ListProof, parseReceiptFile, type ReceiptFile } from '../receipts/receipt-file.ts';
import { type LogKeys, openLogCheckpoint } from './signed/log-keys.ts';
import type { Finding } from './verdict/findings.ts';

export interface ReadReceiptFile {
  proof: ProofFile;
  content: ReceiptFile;
  commitment: string;
}

/** @returns null unless the file is a receipt. Proves nothing about its content */
export function readReceiptFile(file: string | Uint8Array): ReadReceiptFile | null {
  const proof = parseProofFile(file);
  const content = proof?.extra ? parseReceiptFile(decode(proof.extra)) : null;
  if (!proof || !content) return null;
  return { proof, content, commitment: receiptCommitment(receiptText(content.receipt)) };
}

/** Signature and inclusion, without any other file. */
export function verifyReceipt(
  { proof, content, commitment }: ReadReceiptFile,
  keys: LogKeys,
): { opened: OpenedCheckpoint | null; finding: Finding } {
  const item = 'receipt';
  const detail = content.receipt.orderId;
  const opened = openLogCheckpoint(proof.checkpoint, keys);
  if (!opened) return { opened, finding: { item, state: 'fails', reason: 'RECEIPT_SIGNATURE', detail } };
  const leaf = leafHash(encodeEntry({ kind: 'receipt', commitment }));
  if (!isIncluded(leaf, { index: proof.index, ...opened.checkpoint }, proof.path))
    return { opened: null, finding: { item, state: 'fails', reason: 'RECEIPT_NOT_INCLUDED', detail } };
  if (!content.lists.every((list) => isListProof(list, opened)))
    return { opened, finding: { item, state: 'fails', reason: 'LIST_PROOF', detail } };
  return { opened, finding: { item, state: 'holds', detail } };
}

/** Whether the log holds the freeze, and the frozen list each of the cotas. */
function isListProof({ frozen, index, proof, cotas }: ListProof, { checkpoint }: OpenedCheckpoint): boolean {
  const tree = { size: frozen.soldNumbers, root: fromHex(frozen.merkleRoot) };
  return (
    isIncluded(leafHash(encodeEntry(frozen)), { index, ...checkpoint }, proof) &&
    cotas.every((cota) =>
      isIncluded(leafHash(new TextEncoder().encode(cota.line)), { index: cota.index, ...tree }, cota.proof),
    )
  );
}

/** Malformed UTF-8 is not a receipt: the replacement character is not in its alphabet. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
