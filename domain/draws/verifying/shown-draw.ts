/** What the pages of a rifa show, to be compared with its seal and the public log. */
import { commitmentsHash } from '../instant-prizes.ts';

export interface ShownDraw {
  title: string;
  priceCentavos: number;
  totalNumbers: number;
  /** SHA-256 of the text of the regulation; null without one. */
  regulationHash: string | null;
  /** `contentHash` of the rifa; null in a record from before it. */
  contentHash: string | null;
  /** `declaredLines` of the rifa; null in a record from before them. */
  declared: string[] | null;
  rule: { version: string; fallback: string; cotaWinsOnce: boolean };
  list: {
    soldNumbers: number;
    excludedNumbers: number;
    hash: string;
    root: string;
    /** ISO 8601, like every time below. */
    frozenAt: string;
  } | null;
  /** Every version, oldest first. */
  seals: { version: number; hash: string; extraction: number; extractionDate: string; sealedAt: string }[];
  draws: { version: number; winners: { position: number; number: number | null }[]; drawnAt: string }[];
  /** Results that decided the latest draw. */
  results: { extraction: number; source: string; confirmedAt: string | null }[];
  /** Of the latest draw; `number` is null where no cota was left. */
  steps: { position: number; number: number | null; verdict: string }[];
  /** Of the latest seal; `extraction` is null while it is awaited. */
  clauseSteps: { reason: string; extraction: number | null; appliedAt: string }[];
  instantPrizes: ShownInstantPrizes | null;
}

export interface ShownInstantPrizes {
  /** SHA-256 of the seed. */
  seedCommitment: string;
  /** Null for a rifa from before the beacon; `signature` is null while the round is not known. */
  beacon: { chain: string; round: number; signature: string | null } | null;
  /** `commitmentsHash` over all positions; null while the round is not known. */
  commitments: string | null;
  /** In order of position; `number` is null until it is public. */
  prizes: {
    name: string;
    number: number | null;
    /** Null without a value. Absent in older files. */
    valueCentavos?: number | null | undefined;
  }[];
}

/** @param published as the API and the page have them */
export function shownInstantPrizes({
  seedCommitment,
  beacon,
  prizes,
}: {
  seedCommitment: string;
  beacon: ShownInstantPrizes['beacon'];
  prizes: readonly {
    name: string;
    number: number | null;
    commitment: string | null;
    valueCentavos: number | null;
  }[];
}): ShownInstantPrizes {
  const commitments = prizes.flatMap(({ commitment }) => (commitment === null ? [] : [{ commitment }]));
  return {
    seedCommitment,
    beacon: beacon && { chain: beacon.chain, round: beacon.round, signature: beacon.signature },
    commitments: commitments.length === 0 ? null : commitmentsHash(commitments),
    prizes: prizes.map(({ name, number, valueCentavos }) => ({ name, number, valueCentavos })),
  };
}
