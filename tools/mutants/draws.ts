/** Mutations of use cases that freeze lists and decide draws, with the tests that must notice. */
import { type Mutant, mutate } from './mutate.ts';

export default [
  ...mutate(
    'server/draws/list/freeze-list.ts',
    ['server/checkout/group-purchases'],
    ["      (await hasOpen(trx, 'groupPurchases', rifaId)) ||\n", ''],
  ),
  ...mutate(
    'server/draws/list/freeze-list.ts',
    ['server/checkout/stand'],
    [" ||\n      (await hasOpen(trx, 'standAllotments', rifaId))", ''],
  ),
  ...mutate(
    'server/draws/replace-winners.ts',
    ['server/draws/draw-rifa.test.ts'],
    [
      'position === winnerPosition && holder.userId === userId',
      'position === winnerPosition && holder.userId === userId && position < 0',
    ],
    ['position === winnerPosition && holder.userId === userId', 'position === winnerPosition'],
    ['position === winnerPosition && holder.userId === userId', 'holder.userId === userId'],
  ),
] satisfies Mutant[];
