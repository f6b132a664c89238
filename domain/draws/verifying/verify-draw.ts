/** Verifies a published draw independently: recomputes everything in the record that can be recomputed. */
import { type DrawTerms, readSeal, sealHash } from '../sealing/draw-seal.ts';
import { findDecidingExtraction } from '../lottery/declared-clause.ts';
import type { Extraction } from '../lottery/extraction.ts';
import { type DrawOutcome, drawWinners } from '../draw-winners.ts';
import { readOfficialResult, readPrizes } from '../lottery/official-result.ts';
import { sha256Hex } from '../sealing/sha256.ts';
import type { ReadList } from '../sealing/sold-list.ts';
import type { ShownDraw } from './shown-draw.ts';
import { type Attestation, readProofFile } from '../sealing/timestamp-proof.ts';

/** Everything published about a draw except the list. */
export interface DrawRecord {
  seal: { text: string; hash: string };
  /** In the order used; empty before the draw, as are the winners. */
  results: {
    extraction: number;
    date: string;
    prizes: string[];
    /** The official response as received, and its SHA-256; null for a typed result. */
    rawBody: string | null;
    rawHash: string | null;
  }[];
  winners: { position: number; number: number | null; tag: string | null }[];
  /** As the pages name them. Absent in older files. */
  prizes?: { position: number; name: string }[];
  /** What the pages show besides. Absent in older files. */
  shown?: ShownDraw;
  /** Third-party proof of when the seal existed (timestamp-proof.ts), in hexadecimal digits. Usually absent. */
  anchor?: string | null;
  /** Inputs of the declared clause, if the sealed extraction did not run as announced. */
  clause?: { sealedOn: string; decidedOn: string; known: Extraction[] } | null;
}

/** In order of execution. */
const CHECKS = ['seal', 'list', 'root', 'results', 'winners', 'anchor'] as const;
export type Check = (typeof CHECKS)[number];

export interface CheckedDraw {
  checks: { check: Check; ok: boolean }[];
  ok: boolean;
  /** Third-party attestations of the seal; empty without an anchor. */
  attested: Attestation[];
  /** Recomputed from the list and the prizes; null when that is impossible. */
  outcome: DrawOutcome | null;
}

/** Whether the record is of a drawn rifa. Before the draw, list and seal can be verified alone. */
export function isDrawn({ results, winners }: DrawRecord): boolean {
  return results.length > 0 || winners.length > 0;
}

/** @param notedSeal the seal noted before the draw, to compare with the record */
export function verifyDraw(record: DrawRecord, list: ReadList, notedSeal?: string): CheckedDraw {
  const terms = readSeal(record.seal.text);
  const sealed = sealHash(record.seal.text);
  const outcome = terms && drawnBy(terms, record, list);
  const attested = record.anchor ? readProofFile(record.anchor, sealed) : [];
  const found: Record<Check, boolean> = {
    seal: terms !== null && sealed === record.seal.hash && (notedSeal ?? sealed) === sealed,
    list: terms !== null && list.hash === terms.listHash && sameCounts(terms, list),
    root: terms !== null && list.root === terms.merkleRoot,
    results: terms !== null && resultsHold(terms, record),
    winners: outcome !== null && winnersHold(outcome, record, list),
    anchor: attested !== null,
  };
  const applicable = CHECKS.filter((check) => check !== 'anchor' || record.anchor);
  const checks = applicable.map((check) => ({ check, ok: found[check] }));
  return { checks, ok: checks.every(({ ok }) => ok), attested: attested ?? [], outcome };
}

function sameCounts(terms: DrawTerms, { header }: ReadList): boolean {
  return (
    header.rifaId === terms.rifaId &&
    header.totalNumbers === terms.totalNumbers &&
    header.soldNumbers === terms.soldNumbers
  );
}

function drawnBy(terms: DrawTerms, { results }: DrawRecord, list: ReadList): DrawOutcome | null {
  try {
    return drawWinners(terms, results, list.numbers);
  } catch {
    return null;
  }
}

function resultsHold(terms: DrawTerms, record: DrawRecord): boolean {
  const { results } = record;
  return results.every((result, index) => {
    if (index === 0 ? !isDeciding(terms, record) : !isFollowing(results[index - 1]!, result, record))
      return false;
    if (readPrizes(result.prizes) === null) return false;
    if (result.rawBody === null) return result.rawHash === null;
    const read = readOfficialResult(result.rawBody, result);
    return (
      sha256Hex(result.rawBody) === result.rawHash &&
      read.ok &&
      read.result.prizes.join() === result.prizes.join()
    );
  });
}

/** Whether the first result is that of the sealed extraction, or of its replacement under the declared clause. */
function isDeciding(terms: DrawTerms, { results, clause }: DrawRecord): boolean {
  const { extraction: number, date, prizes } = results[0]!;
  if (!clause) return number === terms.extraction && date === terms.extractionDate;
  const deciding = findDecidingExtraction(
    { number: terms.extraction, date: terms.extractionDate, sealedOn: clause.sealedOn },
    clause.known,
    clause.decidedOn,
  );
  return (
    deciding.state === 'DECIDED' &&
    deciding.extraction.number === number &&
    deciding.extraction.date === date &&
    deciding.extraction.prizes.join() === prizes.join()
  );
}

/** Whether an extraction is the next one, or the next complete one that the declared clause names. */
function isFollowing(
  before: DrawRecord['results'][number],
  { extraction, date, prizes }: DrawRecord['results'][number],
  { clause }: DrawRecord,
): boolean {
  if (extraction === before.extraction + 1) return true;
  const next = clause?.known.find(
    ({ number, prizes: found }) => number > before.extraction && found !== null,
  );
  return next?.number === extraction && next.date === date && next.prizes?.join() === prizes.join();
}

function winnersHold(outcome: DrawOutcome, { winners }: DrawRecord, list: ReadList): boolean {
  const expected = outcome.winners.map(({ position, number }) => ({
    position,
    number,
    tag: number === null ? null : list.tagAt(list.numbers.indexOf(number)),
  }));
  const published = winners.toSorted((one, other) => one.position - other.position);
  return (
    outcome.awaits === null &&
    expected.length === published.length &&
    expected.every(
      (one, index) =>
        one.position === published[index]!.position &&
        one.number === published[index]!.number &&
        one.tag === published[index]!.tag,
    )
  );
}
