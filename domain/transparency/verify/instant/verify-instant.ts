/** Verifies the cotas premiadas of a rifa by the public log, and the order of its numbers. */
import { chainHash, findChain, QUICKNET, timeOfRound } from '../../../draws/beacon/beacon-chain.ts';
import { isRound } from '../../../draws/beacon/verify-round.ts';
import {
  commitmentsHash,
  mixSeed,
  placeInstantPrizes,
  seedCommitment,
} from '../../../draws/instant-prizes.ts';
import { fromHex } from '../../../hex.ts';
import type { EntryOf, LogEntry } from '../../log/log-entry.ts';
import { permutationCommitment } from '../../log/permutation-commitment.ts';
import type { Finding, Reason } from '../verdict/findings.ts';

/** Entries about one rifa, each with its index in the log. */
type Logged = readonly { index: number; entry: LogEntry }[];

const item = 'instant';
const KEY = /^[0-9a-f]{32}$/;

/**
 * @param seenBefore whether witnesses or a time stamp saw a tree that holds the entry of this index before a time
 * @returns nothing for a rifa without cotas premiadas
 */
export async function verifyInstant(
  entries: Logged,
  rifaId: string,
  seenBefore: (index: number, time: Date) => Promise<boolean>,
): Promise<Finding[]> {
  const of = <Kind extends LogEntry['kind']>(kind: Kind) =>
    entries.flatMap(({ index, entry }) =>
      entry.kind === kind && 'rifaId' in entry && entry.rifaId === rifaId
        ? [{ index, entry: entry as unknown as EntryOf<Kind> }]
        : [],
    );
  const published = of('published')[0]?.entry;
  const [hidden, another] = of('hidden');
  const fails = (reason: Reason): Finding[] => [{ item, state: 'fails', reason }];
  const open = (reason: Reason): Finding[] => [{ item, state: 'open', reason }];
  if (!published) return [];
  if (!hidden) return published.instantSeed === null ? [] : open('INSTANT_WITHOUT_BEACON');
  if (another || hidden.entry.seed !== published.instantSeed) return fails('INSTANT_DIFFERS');
  const { chain: hash, round, at } = hidden.entry;
  const chain = findChain(hash);
  if (!chain) return open('BEACON_UNKNOWN');
  const time = timeOfRound(chain, round);
  if (time.getTime() <= Date.parse(at)) return fails('BEACON_NOT_AFTER');

  const placed = of('placed');
  const revealed = of('revealed');
  const signature = placed[0]?.entry.signature;
  const isSame = placed.every(({ entry }) => entry.round === round && entry.signature === signature);
  if (!isSame) return fails('INSTANT_DIFFERS');
  if (signature !== undefined && !isRound(chain, round, signature)) return fails('BEACON_SIGNATURE');
  if (revealed.some(({ entry }) => seedCommitment(fromHex(entry.seed)) !== hidden.entry.seed))
    return fails('INSTANT_DIFFERS');
  const seed = revealed[0]?.entry.seed;
  if (signature === undefined || seed === undefined) return open('INSTANT_NOT_REVEALED');
  const mixed = mixSeed(rifaId, fromHex(seed), { chain: hash, round, signature });
  const count = countPrizes(hidden.entry.prizes);
  const { totalNumbers } = published;
  if (count < 1 || count > totalNumbers) return fails('INSTANT_DIFFERS');
  const expected = commitmentsHash(placeInstantPrizes(rifaId, mixed, { totalNumbers, count }));
  if (placed.some(({ entry }) => entry.commitments !== expected)) return fails('INSTANT_DIFFERS');
  if (hash !== chainHash(QUICKNET)) return open('BEACON_OF_SHOP');
  if (!(await seenBefore(hidden.index, time))) return open('INSTANT_NOT_SEEN');
  return [{ item, state: 'holds' }];
}

/** After the draw the shop opens the key by which the numbers were given out. */
export function verifyOrderKey(entries: Logged, rifaId: string): Finding[] {
  let commitment: string | null = null;
  for (const { entry } of entries)
    if (entry.kind === 'published' && entry.rifaId === rifaId) commitment = entry.permutation;
  const isWrong = ({ entry }: Logged[number]) =>
    entry.kind === 'orderOpened' &&
    entry.rifaId === rifaId &&
    commitment !== null &&
    (!KEY.test(entry.key) || permutationCommitment(rifaId, fromHex(entry.key)) !== commitment);
  return entries.some(isWrong) ? [{ item: 'entries', state: 'fails', reason: 'ORDER_DIFFERS' }] : [];
}

/** @param prizes lines of `from-to`, a space and the prize, without gaps. @returns 0 for any other form */
function countPrizes(prizes: readonly string[]): number {
  let last = 0;
  for (const line of prizes) {
    const match = /^([1-9]\d{0,3})-([1-9]\d{0,3}) /.exec(line);
    const [from, to] = [Number(match?.[1]), Number(match?.[2])];
    if (!match || from !== last + 1 || to < from) return 0;
    last = to;
  }
  return last;
}
