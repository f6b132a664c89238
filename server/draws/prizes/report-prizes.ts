import type { Kysely } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { type PrizeState, stateAt } from '@mare/domain/draws/prizes/prize-state.ts';
import { selectWonPrizes } from './prizes.queries.ts';

export interface ReportedPrize {
  position: number;
  name: string | null;
  /** Centavos. */
  value: number | null;
  number: number;
  winner: { name: string; cpf: string | null; city: string | null; state: string | null };
  state: PrizeState;
  deliveredAt: Date | null;
  hasProof: boolean;
  /** ISO date on which the value of an unclaimed prize was paid to the Tesouro Nacional. */
  treasuryPaidOn: string | null;
}

/** The prizes of a rifa for an authority: with the winners' CPF and city. */
export async function reportPrizes(db: Kysely<DB>, rifaId: string, now: Date): Promise<ReportedPrize[]> {
  const rows = await selectWonPrizes(db)
    .select(['profiles.cpf', 'profiles.city', 'profiles.state as homeState'])
    .where('winner.rifaId', '=', rifaId)
    .orderBy('winner.winnerPosition')
    .execute();
  return rows.map((row) => ({
    position: row.position,
    name: row.prizeName,
    value: row.prizeValue === null ? null : centavosFromNumeric(row.prizeValue),
    number: row.number,
    winner: { name: row.name, cpf: row.cpf, city: row.city, state: row.homeState },
    state: stateAt({ state: row.state as PrizeState, claimUntil: row.claimUntil }, now),
    deliveredAt: row.deliveredAt,
    hasProof: row.proofType !== null,
    treasuryPaidOn: row.treasuryPaidOn,
  }));
}
