/** Whether the seal was in the log before its extraction, by the clock of a time-stamping authority. */
import { addDays } from '../../../draws/lottery/extraction.ts';
import { DEFAULT_LOTTERY_HOURS, extractionTime } from '../../../draws/lottery/lottery-hours.ts';
import { sha256 } from '../../../draws/sealing/sha256.ts';
import { fromBase64 } from '../../base64.ts';
import type { OpenedCheckpoint } from '../../log/checkpoint.ts';
import { equalBytes } from '../../log/merkle-tree.ts';
import { parseCertificates, type X509 } from '../../timestamps/certificates.ts';
import { PUBLIC_AUTHORITIES } from '../../timestamps/public-authorities.ts';
import { openTimestampToken } from '../../timestamps/timestamp-token.ts';
import type { Finding, Reason } from '../verdict/findings.ts';
import type { SeenTree } from '../signed/verify-log.ts';

/** Limit against hostile files; real ones have two or three. */
const MAX_TOKENS = 32;
const item = 'timestamps';

interface Stamp {
  size: number;
  time: Date;
  authority: string;
  /** Whose list has the root of the authority. */
  trusted: 'reader' | 'shop' | null;
}

/** Hash that an authority stamps: of the note's text, without signatures, as more of them may follow. */
export function timestampImprint({ note }: Pick<OpenedCheckpoint, 'note'>): Uint8Array {
  return sha256(new TextEncoder().encode(note.text));
}

/**
 * @param seal index of its entry in the log; null when it is not there
 * @param date ISO date of the extraction that decides
 * @param authorities roots that the reader trusts; null for the public ones
 * @param named roots that the shop names
 */
export async function verifyTimestamps(
  trees: readonly SeenTree[],
  {
    seal,
    date,
    authorities,
    named,
  }: {
    seal: { index: number } | null;
    date: string;
    authorities: readonly X509[] | null;
    named: readonly X509[];
  },
): Promise<Finding[]> {
  const trusted = authorities ?? parseCertificates(PUBLIC_AUTHORITIES) ?? [];
  const tokens = trees.flatMap(({ opened, timestamps }) => timestamps.map((token) => ({ opened, token })));
  const stamps: Stamp[] = [];
  for (const { opened, token } of tokens.slice(0, MAX_TOKENS)) {
    const stamp = await openStamp(token, opened, { trusted, named });
    if (typeof stamp === 'string') return [{ item, state: 'fails', reason: stamp }];
    stamps.push(stamp);
  }
  const holding = stamps.filter(({ size }) => seal !== null && size > seal.index);
  return [judgeStamps(holding, date)];
}

/** Whether a trusted authority stamped a tree that holds the entry before a time. */
export async function isStampedBefore(
  trees: readonly SeenTree[],
  { index, until, authorities }: { index: number; until: Date; authorities: readonly X509[] | null },
): Promise<boolean> {
  const trusted = authorities ?? parseCertificates(PUBLIC_AUTHORITIES) ?? [];
  const holding = trees.filter(({ opened }) => opened.checkpoint.size > index);
  const tokens = holding.flatMap(({ opened, timestamps }) => timestamps.map((token) => ({ opened, token })));
  for (const { opened, token } of tokens.slice(0, MAX_TOKENS)) {
    const stamp = await openStamp(token, opened, { trusted, named: [] });
    if (typeof stamp !== 'string' && stamp.trusted === 'reader' && stamp.time < until) return true;
  }
  return false;
}

async function openStamp(
  text: string,
  opened: OpenedCheckpoint,
  { trusted, named }: { trusted: readonly X509[]; named: readonly X509[] },
): Promise<Stamp | Reason> {
  const bytes = fromBase64(text);
  const token = bytes && (await openTimestampToken(bytes, trusted));
  if (!token) return 'TIMESTAMP_WRONG';
  if (!equalBytes(token.imprint, timestampImprint(opened))) return 'TIMESTAMP_OF_ANOTHER';
  const { time, authority, isTrusted } = token;
  const isNamed = !isTrusted && (await openTimestampToken(bytes, named))?.isTrusted;
  return {
    size: opened.checkpoint.size,
    time,
    authority,
    trusted: isTrusted ? 'reader' : isNamed ? 'shop' : null,
  };
}

function judgeStamps(holding: readonly Stamp[], date: string): Finding {
  const starts = extractionTime(date, DEFAULT_LOTTERY_HOURS).getTime();
  const dayEnds = Date.parse(`${addDays(date, 1)}T00:00:00-03:00`);
  const find = (trusted: Stamp['trusted'], until: number) =>
    holding.find((stamp) => stamp.trusted === trusted && stamp.time.getTime() < until);
  const detailOf = ({ authority, time }: Stamp) => `${authority}, ${time.toISOString()}`;
  const inTime = find('reader', starts);
  if (inTime) return { item, state: 'holds', detail: detailOf(inTime) };
  const open: [Stamp | undefined, Reason][] = [
    [find('shop', starts), 'AUTHORITY_OF_SHOP'],
    [find('reader', dayEnds) ?? find('shop', dayEnds), 'STAMPED_SAME_DAY'],
    [find(null, starts), 'AUTHORITY_UNKNOWN'],
    [holding[0], 'STAMPED_LATE'],
  ];
  for (const [stamp, reason] of open)
    if (stamp) return { item, state: 'open', reason, detail: detailOf(stamp) };
  return { item, state: 'open', reason: 'NO_TIMESTAMPS' };
}
