/** Verifies a buyer's receipt: that the log holds it, and that the frozen list holds its cotas. */
import type { DrawTerms } from '../../draws/sealing/draw-seal.ts';
import { fromHex } from '../../draws/sealing/sha256.ts';
import { formatNumber } from '../../numbers/format-number.ts';
import type { ReadList } from '../../draws/sealing/sold-list.ts';
import type { OpenedCheckpoint } from '../log/checkpoint.ts';
import { encodeEntry } from '../log/log-entry.ts';
import { isIncluded, leafHash } from '../log/merkle-tree.ts';
import { parseProofFile, type ProofFile } from '../receipts/proof-file.ts';
import { receiptCommitment, receiptText } from '../receipts/receipt.ts';
import { type ListProof, parseReceiptFile, type ReceiptFile } from '../receipts/receipt-file.ts';
import { type LogKeys, openLogCheckpoint } from './log-keys.ts';
import type { Finding } from './verdict/findings.ts';
import type { VerifiedLog } from './verify-log.ts';

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

/**
 * Compares a receipt that the log holds with the sealed list.
 * @param list null when the person has no list: what the receipt itself proves is then compared with the seal
 */
export function compareCotas(
  { content, commitment }: ReadReceiptFile,
  { terms, list, log }: { terms: DrawTerms; list: ReadList | null; log: VerifiedLog | null },
): Finding[] {
  const held = content.receipt.rifas.find(({ rifaId }) => rifaId === terms.rifaId);
  if (!held) return [];
  const item = 'cotas';
  const shown = (numbers: readonly number[]) =>
    numbers.map((number) => formatNumber(number, terms.totalNumbers)).join(', ');
  const proved = content.lists.find(({ frozen }) => frozen.rifaId === terms.rifaId);
  if (proved && (proved.frozen.merkleRoot !== terms.merkleRoot || proved.frozen.listHash !== terms.listHash))
    return [{ item, state: 'fails', reason: 'FREEZE_DIFFERS' }];
  const lines = new Map(proved?.cotas.map(({ line }) => [Number(line.split(' ')[0]), line.split(' ')[1]!]));
  if (!list && lines.size === 0) return [{ item, state: 'open', reason: 'LIST_MISSING' }];
  const tags = held.numbers.map((number) => ({
    number,
    tag: list ? tagIn(list, number) : (lines.get(number) ?? null),
  }));
  const exits = (log?.entries ?? []).flatMap(({ entry }) =>
    entry.kind === 'exit' && entry.commitment === commitment && [null, terms.rifaId].includes(entry.rifaId)
      ? [entry]
      : [],
  );
  const hasLeft = (number: number) =>
    exits.some(({ numbers }) => numbers[0] === 'todas' || numbers.includes(String(number)));
  const absent = tags.filter(({ tag }) => tag === null).map(({ number }) => number);
  const missing = absent.filter((number) => !hasLeft(number));
  const own = lines.values().next().value ?? tags.find(({ tag }) => tag !== null)?.tag;
  const foreign = tags.filter(({ tag }) => tag !== null && tag !== own).map(({ number }) => number);
  if (missing.length > 0)
    return list
      ? [{ item, state: 'fails', reason: 'COTA_MISSING', detail: shown(missing) }]
      : [{ item, state: 'open', reason: 'LIST_MISSING' }];
  if (foreign.length > 0) return [{ item, state: 'open', reason: 'COTA_OF_ANOTHER', detail: shown(foreign) }];
  if (absent.length > 0)
    return [{ item, state: 'open', reason: 'COTA_WITHDRAWN', detail: exits.at(-1)!.reason }];
  return [{ item, state: 'holds', detail: shown(held.numbers) }];
}

function tagIn(list: ReadList, number: number): string | null {
  const at = list.numbers.indexOf(number);
  return at < 0 ? null : list.tagAt(at);
}

/** Malformed UTF-8 is not a receipt: the replacement character is not in its alphabet. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
