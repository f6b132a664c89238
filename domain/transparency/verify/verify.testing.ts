/** An in-memory log with the entries of a draw. */
import { makeDraw, type MadeDraw, parseList } from '../../draws/draws.testing.ts';
import { merkleRoot } from '../../draws/sealing/merkle-tree.ts';
import { readSeal } from '../../draws/sealing/draw-seal.ts';
import { toBase64 } from '../base64.ts';
import { signCheckpoint } from '../log/checkpoint.ts';
import { keyChangeEntry, signKeyChange } from '../log/key-change.ts';
import { cosign } from '../witness/cosignature.ts';
import { encodeEntry, type LogEntry } from '../log/log-entry.ts';
import {
  consistencyGroups,
  foldGroups,
  inclusionGroups,
  leafHash,
  type Subtree,
} from '../log/merkle-tree.ts';
import { formatProofFile } from '../receipts/proof-file.ts';
import { receiptCommitment, receiptText } from '../receipts/receipt.ts';
import { formatReceiptFile, type ListProof } from '../receipts/receipt-file.ts';
import { formatNote, formatVerifierKey, type NoteSigner, parseNote } from '../log/signed-note.ts';
import { logSigner, witnessSigner } from '../transparency.testing.ts';
import type { LogEvidence } from './evidence.ts';

export const LOG = logSigner('rifas.example/log');
export const WITNESSES = [witnessSigner('um.example', 60), witnessSigner('dois.example', 61)];
/** Policy of the shop while this key signs. */
export const policyOf = ({ key }: NoteSigner) =>
  [
    `log ${formatVerifierKey(key)}`,
    ...WITNESSES.map((witness, index) => `witness w${index} ${formatVerifierKey(witness.key)}`),
    'group todas all w0 w1',
    'quorum todas',
    '',
  ].join('\n');
export const POLICY = policyOf(LOG);

/** In seconds since the epoch. */
const secondsOf = (time: string) => Date.parse(time) / 1_000;

export class TestLog {
  readonly entries: Uint8Array[] = [];
  readonly keyChanges: string[] = [];
  /** Each signs trees larger than `after`. */
  private readonly signers: { after: number; signer: NoteSigner }[];

  constructor(signer = LOG) {
    this.signers = [{ after: -1, signer }];
  }

  /** Signs the newest tree. */
  get signer(): NoteSigner {
    return this.signers.at(-1)!.signer;
  }

  get size(): number {
    return this.entries.length;
  }

  /** @returns the index of the entry */
  add(entry: LogEntry): number {
    return this.entries.push(encodeEntry(entry)) - 1;
  }

  /** Another key signs from here on, endorsed by the former one. @returns the index of the entry that says so */
  rotate(signer: NoteSigner): number {
    const former = this.signer;
    const signed = signKeyChange({ before: former.key, after: signer.key, lossReason: null }, [
      former,
      signer,
    ]);
    this.keyChanges.push(signed);
    this.add(keyChangeEntry(signed, AT)!);
    this.signers.push({ after: this.size, signer });
    return this.claimRotation(signer, former);
  }

  /** The entry without its endorsement. The key signs from here on. */
  claimRotation(signer: NoteSigner, former = this.signer): number {
    if (signer.key.id !== this.signer.key.id) this.signers.push({ after: this.size, signer });
    const [before, after] = [former, signer].map(({ key }) => formatVerifierKey(key));
    return this.add({ kind: 'key', at: AT, before: before!, after: after! });
  }

  /** @param times when each witness signs, ISO; none without */
  checkpoint(
    size: number,
    times: readonly string[] = [],
    { signer } = this.signers.findLast(({ after }) => size > after)!,
  ): string {
    const root = merkleRoot(this.leaves().slice(0, size));
    const note = parseNote(signCheckpoint({ origin: signer.key.name, size, root }, signer))!;
    const lines = times.map((time, index) => cosign(note.text, WITNESSES[index]!, secondsOf(time)));
    return formatNote({ ...note, signatures: [...note.signatures, ...lines] });
  }

  inclusion(index: number, size: number): Uint8Array[] {
    return this.fold(inclusionGroups(index, size));
  }

  consistency(from: number, to: number): string[] {
    return this.fold(consistencyGroups(from, to)).map(toBase64);
  }

  private fold(groups: Subtree[][]): Uint8Array[] {
    const leaves = this.leaves();
    const hashes = groups
      .flat()
      .map(({ level, index }) => merkleRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)));
    return foldGroups(groups, hashes);
  }

  private leaves(): Uint8Array[] {
    return this.entries.map((entry) => leafHash(entry));
  }

  /** Evidence of these entries in the newest tree. */
  evidence(
    indexes: readonly number[],
    { times = [], earlier = [] }: { times?: string[]; earlier?: { size: number; times?: string[] }[] } = {},
  ): LogEvidence {
    return {
      policy: POLICY,
      checkpoint: this.checkpoint(this.size, times),
      entries: indexes.map((index) => ({
        index,
        entry: new TextDecoder().decode(this.entries[index]),
        path: this.inclusion(index, this.size).map(toBase64),
      })),
      earlier: earlier.map(({ size, times: witnessTimes }) => ({
        size,
        consistency: this.consistency(size, this.size),
        checkpoint: witnessTimes ? this.checkpoint(size, witnessTimes) : null,
      })),
      keyChanges: this.keyChanges,
    };
  }
}

export const RIFA = '5e000000-0000-4000-8000-000000000001';
const AT = '2024-12-28T20:00:00.000Z';
export const PRIZES = ['31976', '14292', '30948', '96672', '68951'];
/** Numbers 101 to 1000 of 1000 are sold, to 40 buyers. */
export const HOLDERS: ReadonlyMap<number, string> = new Map(
  Array.from({ length: 900 }, (_, index) => [index + 101, `buyer ${index % 40}`] as const),
);

/** Cotas of 'buyer 0'. */
export const RECEIPT = {
  orderId: '5e000000-0000-4000-8000-000000000077',
  paidAt: '2024-12-20T12:00:00.000Z',
  rifas: [{ rifaId: RIFA, numbers: [101, 141, 181] }],
  buyer: 'b'.repeat(64),
  salt: 'c'.repeat(64),
};

/** Extraction of 28 December 2024, at 19:00 in Brasília. */
export const BEFORE = ['2024-12-28T21:00:00Z', '2024-12-28T21:00:30Z'];
export const AFTER = ['2024-12-29T12:00:00Z', '2024-12-29T12:00:05Z'];

/** Entries of a draw, in the order of events. */
export function drawEntries({ record }: MadeDraw): {
  published: Extract<LogEntry, { kind: 'published' }>;
  frozen: Extract<LogEntry, { kind: 'frozen' }>;
  sealed: LogEntry;
  result: LogEntry;
  winners: LogEntry;
} {
  const terms = readSeal(record.seal.text)!;
  const { rifaId, totalNumbers, soldNumbers, listHash, merkleRoot: root, extraction, extractionDate } = terms;
  const { prizes, rawHash } = record.results[0]!;
  return {
    published: {
      kind: 'published',
      at: '2024-12-01T12:00:00.000Z',
      rifaId,
      title: 'Moto',
      totalNumbers,
      priceCentavos: 100,
      rule: terms.rule,
      fallback: terms.fallback,
      cotaWinsOnce: terms.cotaWinsOnce,
      extraction: null,
      regulationHash: null,
      contentHash: null,
      permutation: 'a'.repeat(64),
      instantSeed: null,
      prizes: terms.positions.map((position) => `${position} Prêmio`),
      drawDate: null,
      declared: [],
    },
    frozen: {
      kind: 'frozen',
      at: AT,
      rifaId,
      totalNumbers,
      soldNumbers,
      excludedNumbers: 0,
      listHash,
      merkleRoot: root,
    },
    sealed: {
      kind: 'sealed',
      at: AT,
      rifaId,
      version: 1,
      sealHash: record.seal.hash,
      extraction,
      extractionDate,
    },
    result: {
      kind: 'result',
      at: AT,
      extraction,
      drawnOn: extractionDate,
      version: 1,
      source: 'official',
      bodyHash: rawHash,
      prizes,
    },
    winners: {
      kind: 'winners',
      at: AT,
      rifaId,
      version: 1,
      sealVersion: 1,
      numbers: record.winners.map(({ position, number }) => `${position}:${number ?? '-'}`),
    },
  };
}

/** A receipt as the shop gives it at payment. */
export function receiptFile(
  log: TestLog,
  index: number,
  {
    size = log.size,
    times = [],
    lists = [],
    policy = POLICY,
  }: { size?: number; times?: string[]; lists?: ListProof[]; policy?: string | null } = {},
): string {
  return formatProofFile({
    extra: new TextEncoder().encode(formatReceiptFile({ receipt: RECEIPT, policy, lists })),
    index,
    path: log.inclusion(index, size),
    checkpoint: log.checkpoint(size, times),
  });
}

/** Files of an honest shop, with a receipt of `RECEIPT` issued right after its payment. */
export function makeWitnessedDraw(log = new TestLog(), holders = HOLDERS) {
  const draw = makeDraw({ totalNumbers: 1000, holders, prizes: PRIZES });
  const { published, frozen, sealed, result, winners } = drawEntries(draw);
  const publication = log.add(published);
  for (let digit = 0; digit < 4; digit++) log.add({ kind: 'receipt', commitment: String(digit).repeat(64) });
  const receiptIndex = log.add({ kind: 'receipt', commitment: receiptCommitment(receiptText(RECEIPT)) });
  const receipt = receiptFile(log, receiptIndex, { times: ['2024-12-20T12:00:05Z', '2024-12-20T12:00:09Z'] });
  const receiptSize = log.size;
  const indexes = [log.add(frozen), log.add(sealed)];
  const sealedSize = log.size;
  indexes.push(log.add(result), log.add(winners));
  const evidence = log.evidence([...indexes, publication], {
    times: AFTER,
    earlier: [{ size: receiptSize }, { size: sealedSize, times: BEFORE }],
  });
  return {
    draw,
    log,
    receipt,
    receiptSize,
    sealedSize,
    indexes,
    publication,
    evidence,
    list: parseList(draw.text),
  };
}
