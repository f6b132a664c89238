/** Rankings with prizes, for the panel. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { listInput, listPage } from '../list-page.ts';
import { periodKind } from './ranking.ts';
import { pickErrors } from '../errors.ts';
import { storedInstant } from '../stored-dates.ts';

export const rankingWinner = z.object({
  kind: periodKind,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** 1-based. */
  place: z.int(),
  userId: z.uuid().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** At the end of the period. */
  points: z.int(),
  /** After the refunds and charge-backs since. Null once the prize was delivered, and for a deleted account. */
  currentPoints: z.int().nullable(),
  /** Another place of the same person in the same ranking, e.g. after two accounts were merged. */
  otherPlace: z.int().nullable(),
  prize: z.string(),
  deliveredAt: z.iso.datetime().nullable(),
});
export type RankingWinner = z.infer<typeof rankingWinner>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const rankingAdmin = {
  winners: oc
    .route({
      method: 'GET',
      path: '/admin/ranking/winners',
      summary: 'Winners of rankings with their prizes',
    })
    .input(
      listInput(['newest', 'oldest']).extend({
        filter: z.enum(['', 'waiting', ...periodKind.options]).default(''),
      }),
    )
    .output(listPage(rankingWinner))
    .errors(onlyAdmins),
  standing: oc
    .route({
      method: 'GET',
      path: '/admin/ranking/standing',
      summary: 'Current ranking of a running period',
    })
    .input(z.object({ kind: periodKind.default('day') }))
    .output(
      z.object({
        endsAt: z.iso.datetime(),
        /** Promised for this period. */
        prizes: z.array(z.string()),
        people: z.array(
          z.object({
            userId: z.uuid(),
            name: z.string().nullable(),
            email: z.string().nullable(),
            points: z.int(),
          }),
        ),
      }),
    )
    .errors(onlyAdmins),
  deliver: oc
    .route({
      method: 'POST',
      path: '/admin/ranking/deliveries',
      summary: 'Mark a prize as delivered or not',
    })
    .input(
      z.object({
        kind: periodKind,
        startsAt: storedInstant,
        place: z.int().min(1).max(10),
        delivered: z.boolean(),
      }),
    )
    .output(z.object({ delivered: z.boolean() }))
    .errors({ ...onlyAdmins, ...pickErrors('VERSION_CONFLICT') }),
};
