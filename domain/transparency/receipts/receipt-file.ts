/**
 * Content of a receipt file beside its inclusion proof: the `extra` of a proof file (c2sp.org/tlog-proof) as UTF-8
 * text, in parts divided by an empty line. The first is the receipt (`receipt.ts`). The second, if the shop has one,
 * is its trust policy at the time of issue (c2sp.org/tlog-policy): `mare-da-sorte/politica/1`, then each line of the
 * policy after the word `politica`. After the freeze follow, for each rifa, the log entry of its freeze and the path of
 * each cota to the root that the entry names:
 *
 *     mare-da-sorte/lista-prova/1
 *     congelamento 812
 *     no 3f79bb7b…
 *     registro mare-da-sorte/registro/1
 *     registro tipo congelamento
 *     …
 *     cota 4 0045 a5b016761c1107f9
 *     no 60303ae2…
 *
 * `congelamento` is the entry's index in the log, `no` a hash of its inclusion proof in the receipt's own checkpoint,
 * `registro` a line of the entry, `cota` the 0-based index of a line of the list before its proof.
 */
import { fromHex, toHex } from '../../hex.ts';
import { type EntryOf, formatEntry, parseEntry } from '../log/log-entry.ts';
import { parseReceipt, type Receipt, receiptText } from './receipt.ts';

const POLICY = 'mare-da-sorte/politica/1';
const FORMAT = 'mare-da-sorte/lista-prova/1';

export interface ListProof {
  frozen: EntryOf<'frozen'>;
  /** 0-based place of the freeze in the log, and its inclusion proof. */
  index: number;
  proof: readonly Uint8Array[];
  cotas: readonly ListedCota[];
}

export interface ListedCota {
  /** Line of the list, without its line feed. */
  line: string;
  /** 0-based in the list. */
  index: number;
  /** Inclusion proof in the list's tree. */
  proof: readonly Uint8Array[];
}

export interface ReceiptFile {
  receipt: Receipt;
  /** Without empty lines; ends in a line feed. */
  policy: string | null;
  lists: readonly ListProof[];
}

export function formatReceiptFile({ receipt, policy, lists }: ReceiptFile): string {
  const parts = policy === null ? [] : [formatPolicy(policy)];
  return [receiptText(receipt), ...parts, ...lists.map(formatList)].join('\n');
}

/** @returns null unless the text is in the canonical form of `formatReceiptFile` */
export function parseReceiptFile(text: string): ReceiptFile | null {
  const [first, ...parts] = text.split('\n\n');
  const last = parts.length > 0 ? '\n' : '';
  const receipt = first === undefined ? null : parseReceipt(`${first}${last}`);
  const lines = parts.map((part, at) => (at === parts.length - 1 ? part : `${part}\n`));
  const policy = lines[0]?.startsWith(`${POLICY}\n`) ? parsePolicyPart(lines.shift()!) : null;
  const lists = lines.map(parseList);
  if (policy !== null && !policy.endsWith('\n')) return null;
  if (!receipt || !lists.every((list) => list !== null)) return null;
  const file = { receipt, policy, lists };
  return formatReceiptFile(file) === text ? file : null;
}

function formatPolicy(policy: string): string {
  return `${POLICY}\n${policy.replaceAll(/^(?=.)/gm, 'politica ')}`;
}

function parsePolicyPart(part: string): string {
  return part.slice(POLICY.length + 1).replaceAll(/^politica /gm, '');
}

function formatList({ frozen, index, proof, cotas }: ListProof): string {
  return [
    FORMAT,
    `congelamento ${index}`,
    ...formatProof(proof),
    ...formatEntry(frozen)
      .trimEnd()
      .split('\n')
      .map((line) => `registro ${line}`),
    ...cotas.flatMap((cota) => [`cota ${cota.index} ${cota.line}`, ...formatProof(cota.proof)]),
    '',
  ].join('\n');
}

function formatProof(proof: readonly Uint8Array[]): string[] {
  return proof.map((hash) => `no ${toHex(hash)}`);
}

function parseList(text: string): ListProof | null {
  const lines = text.split('\n').map((line) => [line.split(' ', 1)[0]!, line.slice(line.indexOf(' ') + 1)]);
  if (lines.shift()?.[0] !== FORMAT) return null;
  const index = Number(takeLines(lines, 'congelamento', 1)[0]);
  const proof = takeProof(lines);
  const frozen = parseEntry(`${takeLines(lines, 'registro').join('\n')}\n`);
  if (!proof || frozen?.kind !== 'frozen') return null;
  const cotas: ListedCota[] = [];
  while (lines[0]?.[0] === 'cota') {
    const [, place, line] = /^(0|[1-9]\d{0,8}) (.+)$/.exec(takeLines(lines, 'cota', 1)[0]!) ?? [];
    const path = takeProof(lines);
    if (line === undefined || !path) return null;
    cotas.push({ line, index: Number(place), proof: path });
  }
  return { frozen, index, proof, cotas };
}

function takeLines(lines: string[][], label: string, most = Number.POSITIVE_INFINITY): string[] {
  const end = lines.findIndex(([name], at) => name !== label || at >= most);
  return lines.splice(0, end < 0 ? lines.length : end).map(([, value]) => value!);
}

function takeProof(lines: string[][]): Uint8Array[] | null {
  const found = takeLines(lines, 'no');
  return found.every((hash) => /^[0-9a-f]{64}$/.test(hash)) ? found.map(fromHex) : null;
}
