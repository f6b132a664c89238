import type { UnsoldPolicy } from '@mare/domain/rifas/lifecycle/end-of-sales.ts';
import {
  decisionAtEnding,
  decisionOnSale,
  type RifaDecision,
} from '@mare/domain/rifas/ending/rifa-decisions.ts';
import type { Platform } from '../../platform/platform.ts';
import { findEndings } from './ending-facts.queries.ts';
import { findUnfinishedRifas } from './unfinished-rifas.queries.ts';

interface DecisiveRifa {
  id: string;
  title: string;
  soldNumbers: number;
  totalNumbers: number;
  prizes: number;
  /** Positions of prizes that no cota can win any more; empty before the draw. */
  unwonPrizes: number[];
  decision: RifaDecision;
}

/** Rifas that need a decision: late ones first, then by deadline. */
export async function readDecisions({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<DecisiveRifa[]> {
  const now = clock.now();
  const rifas = await findUnfinishedRifas(db, now);
  const endings = await findEndings(
    db,
    rifas.filter(({ status }) => status !== 'active').map(({ id }) => id),
  );
  const factsOf = new Map(endings.map(({ id, facts }) => [id, facts]));
  return rifas
    .flatMap(({ id, title, unsoldPolicy, ...rifa }) => {
      const facts = factsOf.get(id);
      const decision = facts
        ? decisionAtEnding(facts, now)
        : decisionOnSale({ ...rifa, policy: unsoldPolicy as UnsoldPolicy }, now);
      const { soldNumbers, totalNumbers, prizes, unwonPrizes } = rifa;
      return decision ? [{ id, title, soldNumbers, totalNumbers, prizes, unwonPrizes, decision }] : [];
    })
    .toSorted((one, other) => urgency(one.decision) - urgency(other.decision));
}

/** Smaller is more urgent. */
function urgency(decision: RifaDecision): number {
  switch (decision.kind) {
    case 'ending':
      return decision.until?.getTime() ?? Number.MAX_SAFE_INTEGER;
    case 'few_sales':
      return decision.until.getTime();
    case 'paused':
      return decision.since.getTime();
  }
}
