/** Verifies a draw's evidence from the public log: signatures, inclusion, consistency and the entries themselves. */
import { type DrawRecord, isDrawn } from '../../../draws/verifying/verify-draw.ts';
import type { DrawTerms } from '../../../draws/sealing/draw-seal.ts';
import { type OpenedCheckpoint, openCheckpoint } from '../../log/checkpoint.ts';
import { type EntryOf, type LogEntry, parseEntry } from '../../log/log-entry.ts';
import { equalBytes, isConsistent, isIncluded, leafHash } from '../../log/merkle-tree.ts';
import type { Policy } from '../../witness/policy.ts';
import { decodeHashes, type LogEvidence } from '../evidence.ts';
import { findLogKeys, isUnendorsed, openLogCheckpoint } from './log-keys.ts';
import type { Finding, Reason } from '../verdict/findings.ts';
import { comparePublication } from '../verify-publication.ts';
import { winnerDifferences } from '../winner-differences.ts';

/** A checkpoint that the newest one continues, or that one itself. */
export interface SeenTree {
  opened: OpenedCheckpoint;
  timestamps: readonly string[];
}

export interface LoggedSeal {
  /** Of its entry in the log. */
  index: number;
  /** ISO time of its entry. */
  at: string;
  /** Earliest ISO date of the extractions that earlier seals named; null for the first seal. */
  replacedDate: string | null;
}

export interface VerifiedLog {
  newest: OpenedCheckpoint;
  /** Included in the newest checkpoint. */
  entries: { index: number; entry: LogEntry }[];
  /** Every tree with a checkpoint, the newest too. */
  trees: SeenTree[];
}

/**
 * Verifies signatures and proofs.
 * @param held checkpoints of the person's receipts: the newest one has to continue them
 */
export function verifyLog(
  evidence: LogEvidence,
  policy: Policy,
  held: readonly OpenedCheckpoint[],
): { log: VerifiedLog | null; findings: Finding[] } {
  const fails = (reason: Reason, detail?: string) => ({
    log: null,
    findings: [{ item: 'log', state: 'fails', reason, detail } as const],
  });
  const keys = findLogKeys(policy, evidence);
  const newest = openCheckpoint(evidence.checkpoint, keys.current);
  if (!newest) return fails('LOG_SIGNATURE');
  const entries: VerifiedLog['entries'] = [];
  let unknown = 0;
  for (const { index, entry: text, path } of evidence.entries) {
    const proof = decodeHashes(path);
    const leaf = leafHash(new TextEncoder().encode(text));
    const entry = parseEntry(text);
    if (!proof || !isIncluded(leaf, { index, ...newest.checkpoint }, proof))
      return fails('ENTRY_NOT_INCLUDED', String(index));
    if (entry) entries.push({ index, entry });
    else unknown++;
  }
  const trees: SeenTree[] = [{ opened: newest, timestamps: evidence.timestamps ?? [] }];
  for (const { size, consistency, checkpoint, timestamps = [] } of evidence.earlier) {
    const proof = decodeHashes(consistency);
    const opened = checkpoint ? openLogCheckpoint(checkpoint, keys) : null;
    if (checkpoint && opened?.checkpoint.size !== size) return fails('LOG_SIGNATURE', String(size));
    const olds = [...(opened ? [opened] : []), ...held.filter((each) => each.checkpoint.size === size)];
    for (const old of olds)
      if (!proof || !isConsistent(old.checkpoint, newest.checkpoint, proof))
        return fails('HISTORY_REWRITTEN', String(size));
    if (opened) trees.push({ opened, timestamps });
  }
  const findings: Finding[] = held
    .map(({ checkpoint }) => compareHeld(checkpoint, newest, evidence))
    .filter((finding) => finding !== null);
  if ([...trees.map(({ opened }) => opened), ...held].some(({ signedBy }) => isUnendorsed(keys, signedBy)))
    for (const item of ['log', 'keys'] as const)
      findings.push({ item, state: 'open', reason: 'KEY_NOT_ENDORSED' });
  // Of a later version of the shop.
  if (unknown > 0)
    findings.push({ item: 'entries', state: 'open', reason: 'ENTRY_UNKNOWN', detail: String(unknown) });
  findings.push({ item: 'log', state: 'holds', detail: String(newest.checkpoint.size) });
  return { log: { newest, entries, trees }, findings };
}

/** A receipt's checkpoint against the newest one, where the evidence has no proof for its size. */
function compareHeld(
  { size, root }: OpenedCheckpoint['checkpoint'],
  { checkpoint: newest }: OpenedCheckpoint,
  { earlier }: LogEvidence,
): Finding | null {
  if (size === newest.size)
    return equalBytes(root, newest.root)
      ? null
      : { item: 'log', state: 'fails', reason: 'HISTORY_REWRITTEN', detail: String(size) };
  if (earlier.some((each) => each.size === size)) return null;
  return { item: 'log', state: 'open', reason: 'CONSISTENCY_MISSING', detail: String(size) };
}

/** Compares the draw's record with its entries in the log. */
export function compareEntries(
  { entries }: VerifiedLog,
  terms: DrawTerms,
  record: DrawRecord,
): { findings: Finding[]; seal: LoggedSeal | null } {
  const of = <Kind extends LogEntry['kind']>(kind: Kind, matches: (entry: EntryOf<Kind>) => boolean) => {
    const isKind = (entry: LogEntry): entry is EntryOf<Kind> & LogEntry => entry.kind === kind;
    return entries.flatMap(({ index, entry }) => (isKind(entry) && matches(entry) ? [{ index, entry }] : []));
  };
  const faults: Finding[] = [];
  const fail = (reason: Reason, detail?: string) =>
    faults.push({ item: 'entries', state: 'fails', reason, ...(detail && { detail }) });
  const ofRifa = ({ rifaId }: { rifaId: string }) => rifaId === terms.rifaId;
  const frozen = of('frozen', ofRifa);
  const isSameList = ({ entry }: (typeof frozen)[number]) =>
    entry.listHash === terms.listHash &&
    entry.merkleRoot === terms.merkleRoot &&
    entry.soldNumbers === terms.soldNumbers &&
    entry.totalNumbers === terms.totalNumbers;
  if (frozen.length === 0) fail('FREEZE_NOT_LOGGED');
  else if (!frozen.every(isSameList)) fail('FREEZE_DIFFERS');

  const seals = of('sealed', ofRifa).toSorted((one, other) => one.entry.version - other.entry.version);
  const seal = seals.at(-1);
  const isComplete = seals.every((_, at) => seals.some(({ entry }) => entry.version === at + 1));
  const isInOrder = seals.every(({ index }, at) => at === 0 || index > seals[at - 1]!.index);
  if (!seal || !isComplete) fail('SEAL_NOT_LOGGED');
  else if (
    !isInOrder ||
    seal.entry.sealHash !== record.seal.hash ||
    seal.entry.extraction !== terms.extraction ||
    seal.entry.extractionDate !== terms.extractionDate
  )
    fail('SEAL_DIFFERS');

  const [replacedDate = null] = seals
    .slice(0, -1)
    .map(({ entry }) => entry.extractionDate)
    .sort();

  for (const { extraction, prizes, rawHash } of record.results) {
    const logged = of('result', (entry) => entry.extraction === extraction).toSorted(
      (one, other) => one.entry.version - other.entry.version || one.index - other.index,
    );
    const last = logged.at(-1)?.entry;
    // Before agreements were logged, the official response came after the entry of a typed result.
    const isLater = last?.source === 'typed' && last.bodyHash === null && rawHash !== null;
    if (!last) fail('RESULT_NOT_LOGGED');
    else if (last.prizes.join() !== prizes.join() || (last.bodyHash !== rawHash && !isLater))
      fail('RESULT_DIFFERS');
    else if (isLater) faults.push({ item: 'official', state: 'open', reason: 'OFFICIAL_NOT_LOGGED' });
  }

  const drawn = of('winners', ofRifa).toSorted((one, other) => one.entry.version - other.entry.version);
  const expected = record.winners
    .toSorted((one, other) => one.position - other.position)
    .map(({ position, number }) => `${position}:${number ?? '-'}`);
  const logged = drawn.at(-1)?.entry.numbers;
  if (!logged) {
    if (isDrawn(record)) fail('WINNERS_NOT_LOGGED');
  } else if (logged.join(' ') !== expected.join(' ')) {
    const inLog = logged.map(readWinner);
    fail('WINNERS_DIFFER', winnerDifferences('no registro', inLog, record.winners, terms.totalNumbers));
  }

  return {
    findings: [...faults, ...comparePublication(entries, terms, record), { item: 'entries', state: 'holds' }],
    seal: seal ? { index: seal.index, at: seal.entry.at, replacedDate } : null,
  };
}

/** @param logged '1:37', or '2:-' for a prize without a winner */
function readWinner(logged: string): { position: number; number: number | null } {
  const [position, number] = logged.split(':');
  return { position: Number(position), number: number === '-' ? null : Number(number) };
}
