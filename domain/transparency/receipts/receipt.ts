/**
 * The receipt of a paid order: a text whose SHA-256 is the commitment in the public log.
 *
 *     mare-da-sorte/recibo/1
 *     pedido 5e000000-0000-4000-8000-000000000099
 *     pago 2026-11-22T19:30:00.000Z
 *     rifa 5e000000-0000-4000-8000-000000000012 7 42 81
 *     comprador 60303ae2…
 *     sal 9f86d081…
 *
 * Salts come from a 256-bit nonce of the buyer's browser, so the commitment reveals nothing to anyone without the
 * receipt, and the receipt nothing about the buyer until the buyer shows the identity behind `comprador`.
 */
import { sha256Hex } from '../../draws/sealing/sha256.ts';
import { toEntryText } from '../log/entry-fields.ts';

const RECEIPT = 'mare-da-sorte/recibo/1';
const BUYER = 'mare-da-sorte/comprador/1';
export const NONCE_BYTES = 32;

export interface Receipt {
  orderId: string;
  /** UTC with milliseconds. */
  paidAt: string;
  /** Each rifa once, by id; numbers 1-based, ascending. */
  rifas: readonly { rifaId: string; numbers: readonly number[] }[];
  /** SHA-256 of `buyerText`. */
  buyer: string;
  salt: string;
}

export interface BuyerIdentity {
  name: string;
  /** Digits; null when the order has none. */
  cpf: string | null;
  salt: string;
}

/** Salt of the order's part. @param nonce 64 hexadecimal digits */
export function receiptSalt(nonce: string): string {
  return sha256Hex(`${RECEIPT}/sal\n${nonce}\n`);
}

/** Salt of the buyer's part, which the receipt does not show. @param nonce 64 hexadecimal digits */
export function buyerSalt(nonce: string): string {
  return sha256Hex(`${BUYER}/sal\n${nonce}\n`);
}

export function buyerText({ name, cpf, salt }: BuyerIdentity): string {
  return `${BUYER}\nnome ${toEntryText(name)}\ncpf ${cpf ?? '-'}\nsal ${salt}\n`;
}

export function buyerCommitment(identity: BuyerIdentity): string {
  return sha256Hex(buyerText(identity));
}

/** Lines of one rifa are merged, and numbers sorted. */
export function receiptText({ orderId, paidAt, rifas, buyer, salt }: Receipt): string {
  const merged = new Map<string, number[]>();
  for (const { rifaId, numbers } of rifas) merged.set(rifaId, [...(merged.get(rifaId) ?? []), ...numbers]);
  const rifaLines = [...merged]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([rifaId, numbers]) => `rifa ${[rifaId, ...numbers.sort((a, b) => a - b)].join(' ')}\n`);
  return `${RECEIPT}\npedido ${orderId}\npago ${paidAt}\n${rifaLines.join('')}comprador ${buyer}\nsal ${salt}\n`;
}

/** The commitment of the receipt's log entry. */
export function receiptCommitment(text: string): string {
  return sha256Hex(text);
}

/** @returns null unless the text is in the canonical form of `receiptText` */
export function parseReceipt(text: string): Receipt | null {
  const match =
    /^[^\n]+\npedido ([0-9a-f-]{36})\npago ([0-9TZ:.-]{24})\n((?:rifa [0-9a-f-]{36}(?: [1-9]\d{0,7})+\n)+)comprador ([0-9a-f]{64})\nsal ([0-9a-f]{64})\n$/.exec(
      text,
    );
  if (!match) return null;
  const [, orderId, paidAt, rifaLines, buyer, salt] = match;
  const rifas = rifaLines!
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([, rifaId, ...numbers]) => ({ rifaId: rifaId!, numbers: numbers.map(Number) }));
  const receipt = { orderId: orderId!, paidAt: paidAt!, rifas, buyer: buyer!, salt: salt! };
  return receiptText(receipt) === text ? receipt : null;
}
