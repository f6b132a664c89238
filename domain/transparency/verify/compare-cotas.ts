/** Compares the cotas of a receipt with the sealed list and their exits in the log. */
import type { DrawTerms } from '../../draws/sealing/draw-seal.ts';
import type { ReadList } from '../../draws/sealing/sold-list.ts';
import { formatNumber } from '../../numbers/format-number.ts';
import type { EntryOf } from '../log/log-entry.ts';
import { MAX_EXITS } from './evidence.ts';
import type { Finding } from './verdict/findings.ts';
import type { VerifiedLog } from './signed/verify-log.ts';
import type { ReadReceiptFile } from './verify-receipt.ts';

interface Cota {
  number: number;
  /** Code of its holder on the list; null for a number that is not there. */
  tag: string | null;
  /** Entries by which it may have left the receipt. */
  exits: readonly EntryOf<'exit'>[];
}

/**
 * A cota with an exit may be the buyer's still, if its refund or dispute was undone: the list shows that where it has
 * the code of cotas without an exit.
 * @param list null when the person has no list: what the receipt itself proves is then compared with the seal
 */
export function compareCotas(
  { content, commitment }: ReadReceiptFile,
  { terms, list, log }: { terms: DrawTerms; list: ReadList | null; log: VerifiedLog | null },
): Finding[] {
  const ownCotas = content.receipt.rifas.find(({ rifaId }) => rifaId === terms.rifaId);
  if (!ownCotas) return [];
  const item = 'cotas';
  const proved = content.lists.find(({ frozen }) => frozen.rifaId === terms.rifaId);
  if (proved && (proved.frozen.merkleRoot !== terms.merkleRoot || proved.frozen.listHash !== terms.listHash))
    return [{ item, state: 'fails', reason: 'FREEZE_DIFFERS' }];
  const lines = new Map(proved?.cotas.map(({ line }) => [Number(line.split(' ')[0]), line.split(' ')[1]!]));
  if (!list && lines.size === 0) return [{ item, state: 'open', reason: 'LIST_MISSING' }];
  const exits = exitsOf(log, commitment, terms.rifaId);
  const cotas = ownCotas.numbers.map((number) => ({
    number,
    tag: list ? tagIn(list, number) : (lines.get(number) ?? null),
    exits: exits.filter(({ numbers }) => numbers[0] === ALL || numbers.includes(String(number))),
  }));
  const shown = (some: readonly Cota[]) =>
    some.map(({ number }) => formatNumber(number, terms.totalNumbers)).join(', ');
  const stayed = cotas.filter((cota) => cota.exits.length === 0);
  const missing = stayed.filter(({ tag }) => tag === null);
  if (missing.length > 0) {
    if (!list) return [{ item, state: 'open', reason: 'LIST_MISSING' }];
    const isCut = log !== null && !knowsExits(log);
    return isCut
      ? [{ item, state: 'open', reason: 'EXITS_CUT', detail: shown(missing) }]
      : [{ item, state: 'fails', reason: 'COTA_MISSING', detail: shown(missing) }];
  }
  const own = stayed[0]?.tag;
  const moved = stayed.filter(({ tag }) => tag !== own);
  if (moved.length > 0)
    return knowsExits(log)
      ? [{ item, state: 'fails', reason: 'COTA_MOVED', detail: shown(moved) }]
      : [{ item, state: 'open', reason: 'COTA_OF_ANOTHER', detail: shown(moved) }];
  const left = cotas.filter((cota) => cota.exits.length > 0 && (own === undefined || cota.tag !== own));
  return left.length > 0
    ? [describeExits(left, { hasOwn: own !== undefined, shown })]
    : [{ item, state: 'holds', detail: shown(cotas) }];
}

const ALL = 'todas';
const GIFT = 'doacao';

function exitsOf(log: VerifiedLog | null, commitment: string, rifaId: string): EntryOf<'exit'>[] {
  return (log?.entries ?? []).flatMap(({ entry }) =>
    entry.kind === 'exit' && entry.commitment === commitment && [null, rifaId].includes(entry.rifaId)
      ? [entry]
      : [],
  );
}

/** Whether the evidence has all exits of the draw: a proof holds those of so many orders at most. */
function knowsExits(log: VerifiedLog | null): boolean {
  if (!log) return false;
  const orders = log.entries.flatMap(({ entry }) => (entry.kind === 'exit' ? entry.commitment : []));
  return new Set(orders).size < MAX_EXITS;
}

/** @param left cotas with exits that are not on the list under the code of the others */
function describeExits(
  left: readonly Cota[],
  { hasOwn, shown }: { hasOwn: boolean; shown: (cotas: readonly Cota[]) => string },
): Finding {
  const item = 'cotas';
  const reasonOf = ({ exits }: Cota) => exits.findLast(({ reason }) => reason !== GIFT)?.reason;
  const withdrawn = left.filter((cota) => reasonOf(cota) !== undefined);
  const givenAway = left.filter((cota) => reasonOf(cota) === undefined);
  if (withdrawn.length === 0)
    return { item, state: 'open', reason: 'COTA_OF_ANOTHER', detail: shown(givenAway) };
  // Where all cotas have exits, nothing shows whose code the list has.
  const isListed = !hasOwn && withdrawn.every(({ tag }) => tag !== null);
  return {
    item,
    state: 'open',
    reason: isListed ? 'COTA_EXIT_LISTED' : 'COTA_WITHDRAWN',
    detail: reasonOf(withdrawn.at(-1)!)!,
  };
}

function tagIn(list: ReadList, number: number): string | null {
  const at = list.numbers.indexOf(number);
  return at < 0 ? null : list.tagAt(at);
}
