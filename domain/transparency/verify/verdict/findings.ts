/** Findings of a verification, item by item. The sentences are in verdict.ts. */

/** In the order in which people read them. */
export const ITEMS = [
  'arithmetic',
  'list',
  'official',
  'extraction',
  'log',
  'entries',
  'receipt',
  'cotas',
  'instant',
  'sealed_before',
  'witnesses',
  'timestamps',
  'keys',
] as const;
export type Item = (typeof ITEMS)[number];

/** `open`: could not be checked from these files. */
export type State = 'holds' | 'fails' | 'open';

/** Why an item fails or stays open. */
export type Reason =
  // The draw's own file.
  | 'SEAL_HASH'
  | 'NOTED_SEAL'
  | 'LIST_MISSING'
  | 'LIST_HASH'
  | 'LIST_ROOT'
  | 'RULE'
  | 'RESULTS'
  | 'WINNERS'
  | 'ANCHOR'
  | 'GIVEN_PRIZES'
  | 'TYPED_RESULT'
  | 'OFFICIAL_NOT_LOGGED'
  | 'EXTRACTION_PASSED'
  | 'DRAW_MISSING'
  | 'NOT_DRAWN'
  // The public log.
  | 'NO_LOG'
  | 'LOG_WITHHELD'
  | 'LOG_NOT_YET'
  | 'LOG_UNSIGNED_LONG'
  | 'POLICY_MALFORMED'
  | 'LOG_SIGNATURE'
  | 'KEY_NOT_ENDORSED'
  | 'ENTRY_NOT_INCLUDED'
  | 'ENTRY_UNKNOWN'
  | 'HISTORY_REWRITTEN'
  | 'PUBLICATION_NOT_LOGGED'
  | 'PUBLICATION_DIFFERS'
  | 'PRIZES_DIFFER'
  | 'CANCELLED'
  | 'FREEZE_NOT_LOGGED'
  | 'FREEZE_DIFFERS'
  | 'SEAL_NOT_LOGGED'
  | 'SEAL_DIFFERS'
  | 'RESULT_NOT_LOGGED'
  | 'RESULT_DIFFERS'
  | 'WINNERS_NOT_LOGGED'
  | 'WINNERS_DIFFER'
  | 'ORDER_DIFFERS'
  | 'MANUAL_DIFFERS'
  | 'CLAUSE_DIFFERS'
  // The whole log, as a mirror has copied it.
  | 'LOGGED_TWICE'
  | 'ENTRIES_LEFT_OUT'
  | 'MIRROR_BEHIND'
  | 'MIRROR_UNSIGNED'
  // What the pages show besides, against seal and log.
  | 'SHOWN_DIFFERS'
  // Cotas premiadas.
  | 'INSTANT_WITHOUT_BEACON'
  | 'INSTANT_DIFFERS'
  | 'INSTANT_NOT_REVEALED'
  | 'INSTANT_NOT_SEEN'
  | 'BEACON_UNKNOWN'
  | 'BEACON_OF_SHOP'
  | 'BEACON_NOT_AFTER'
  | 'BEACON_SIGNATURE'
  // Witnesses and time stamps.
  | 'NO_WITNESSES'
  | 'WITNESS_SIGNATURE'
  | 'QUORUM_MISSING'
  | 'SEEN_SAME_DAY'
  | 'SEEN_TOO_LATE'
  | 'RESEALED_LATE'
  | 'NOT_SEEN_IN_TIME'
  | 'NO_TIMESTAMPS'
  | 'TIMESTAMP_WRONG'
  | 'TIMESTAMP_OF_ANOTHER'
  | 'AUTHORITY_OF_SHOP'
  | 'AUTHORITY_UNKNOWN'
  | 'STAMPED_SAME_DAY'
  | 'STAMPED_LATE'
  | 'KEYS_OF_SHOP'
  // The person's receipts.
  | 'NO_RECEIPT'
  | 'RECEIPT_SIGNATURE'
  | 'RECEIPT_NOT_INCLUDED'
  | 'RECEIPT_OF_ANOTHER'
  | 'CONSISTENCY_MISSING'
  | 'COTA_MISSING'
  | 'COTA_MOVED'
  | 'COTA_WITHDRAWN'
  | 'COTA_EXIT_LISTED'
  | 'EXITS_CUT'
  | 'COTA_OF_ANOTHER'
  | 'LIST_PROOF';

export interface Finding {
  item: Item;
  state: State;
  /** Set unless the item holds. */
  reason?: Reason;
  /** Numbers, names or times that the sentence shows. */
  detail?: string;
}

export type Verdict = 'honest' | 'partial' | 'failed';

export interface Findings {
  verdict: Verdict;
  findings: Finding[];
}

/** A failure takes precedence over an open item, and that over one that holds; the first of equals counts. */
export function worstOf(findings: readonly Finding[]): Finding[] {
  const rank = { fails: 0, open: 1, holds: 2 };
  return ITEMS.flatMap((item) => {
    const own = findings.filter((each) => each.item === item);
    return own.toSorted((one, other) => rank[one.state] - rank[other.state]).slice(0, 1);
  });
}

/** Without a receipt nothing is found about it and its cotas; not every rifa has cotas premiadas. */
const OPTIONAL: ReadonlySet<Item> = new Set(['receipt', 'cotas', 'instant']);

/** 'honest' needs every item that concerns the draw, and the given receipts. */
export function judge(findings: readonly Finding[]): Verdict {
  if (findings.some(({ state }) => state === 'fails')) return 'failed';
  const isMet = (item: Item) => {
    const found = findings.find((each) => each.item === item);
    return found ? found.state === 'holds' || found.reason === 'NO_RECEIPT' : OPTIONAL.has(item);
  };
  return ITEMS.every(isMet) ? 'honest' : 'partial';
}
