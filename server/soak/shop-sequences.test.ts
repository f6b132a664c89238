/**
 * Random sequences over the whole shop: buyers, recipients of gifts, admins and a provider that loses, repeats and lies
 * act at once and in any order, and then every rifa ends in a draw. SEQUENCES sets how many are tried, SEQUENCE_SEED
 * repeats them.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDrawsTestbed } from '../draws/draws.testing.ts';
import { JOBS } from '../worker.ts';
import { command, RIFAS } from './shop-commands.testing.ts';
import { ShopModel, TOTAL } from './shop-model.testing.ts';

const SEQUENCES = Number(process.env.SEQUENCES ?? 5);
const SEED = process.env.SEQUENCE_SEED;

test(`keeps its promises over ${SEQUENCES} random sequences`, { timeout: SEQUENCES * 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(command, { minLength: 1, maxLength: 3 }), { minLength: 20, maxLength: 40 }),
      async (sequence) => {
        const bed = await createDrawsTestbed();
        await bed.prepareJobs([...JOBS]);
        try {
          const rifas = await Promise.all(
            Array.from({ length: RIFAS }, () => bed.rifa(TOTAL, { prizes: 1 })),
          );
          const shop = new ShopModel(bed, rifas);
          for (const commands of sequence) await shop.act(commands);
          await shop.finish();
          expect(await shop.findFaults()).toEqual([]);
        } finally {
          await bed.close();
        }
      },
    ),
    { numRuns: SEQUENCES, endOnFailure: true, ...(SEED && { seed: Number(SEED) }) },
  );
});
