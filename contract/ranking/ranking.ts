import { oc } from '@orpc/contract';
import { z } from 'zod';
import { PERIOD_KINDS } from '@mare/domain/ranking/periods.ts';
import { winner } from '../draws/winners.ts';
import { pickErrors } from '../errors.ts';

export const periodKind = z.enum(PERIOD_KINDS);

export const level = z.object({ name: z.string(), minPoints: z.int() });

const ranked = z.object({ name: z.string(), points: z.int() });

export const rankingPeriod = z.object({
  kind: periodKind,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** By place; empty without prizes. */
  prizes: z.array(z.string()),
  /** Current ranking, ten at most. */
  standing: z.array(ranked),
  /** Winners of the latest ended period with prizes, by place. */
  lastWinners: z.array(ranked.extend({ place: z.int(), prize: z.string() })),
});
export type RankingPeriod = z.infer<typeof rankingPeriod>;

/** Names are a first name and a last initial. */
export const ranking = {
  lists: oc
    .route({
      method: 'GET',
      path: '/ranking',
      summary: 'The lists of the ranking, ten each, and its rules',
    })
    .output(
      z.object({
        points: z.array(ranked),
        referrers: z.array(z.object({ name: z.string(), referrals: z.int() })),
        /** Ranked by weeks with a purchase in the last half year. */
        loyal: z.array(z.object({ name: z.string(), weeks: z.int() })),
        /** Ranked by prizes that were drawn or found. */
        lucky: z.array(z.object({ name: z.string(), prizes: z.int() })),
        winners: z.array(winner),
        rules: z.object({
          pointsPerReal: z.int(),
          /** For each person referred. */
          referralPoints: z.int(),
          /** Ascending. */
          levels: z.array(level),
        }),
      }),
    ),
  periods: oc
    .route({
      method: 'GET',
      path: '/ranking/periods',
      summary: 'The rankings of the day, the week and the month',
    })
    .output(z.array(rankingPeriod)),
  mine: oc
    .route({ method: 'GET', path: '/ranking/mine', summary: 'The caller’s own points' })
    .output(
      z.object({
        points: z.int(),
        referrals: z.int(),
        /** Whether the person is hidden from the rankings. */
        hidden: z.boolean(),
        periods: z.array(z.object({ kind: periodKind, points: z.int() })),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED')),
  changeOwn: oc
    .route({ method: 'PUT', path: '/ranking/mine', summary: 'Leave the rankings, or appear in them again' })
    .input(z.object({ hidden: z.boolean() }))
    .output(z.object({ hidden: z.boolean() }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
};
