/**
 * Random sequences over the whole shop: concurrent actions of buyers, gift recipients, admins and a faulty provider, in
 * any order. At the end every rifa is drawn. SEQUENCES sets the number of sequences, SEQUENCE_SEED
 * repeats them, and SEQUENCE_PATH, from the output of a failure, repeats one of them.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDrawsTestbed, type DrawsTestbed } from '../../draws/draws.testing.ts';
import { JOBS } from '../../composition/worker.ts';
import { report } from '../report.testing.ts';
import { type Command, command, RIFAS } from './shop-commands.testing.ts';
import { TOTAL } from './shop-faults.testing.ts';
import { ShopModel } from './shop-model.testing.ts';

const SEQUENCES = Number(process.env.SEQUENCES ?? 5);
const SEED = process.env.SEQUENCE_SEED;
const PATH = process.env.SEQUENCE_PATH;

const counts = { commands: 0, calls: 0, faulted: 0, deliveries: 0 };

test(
  `keeps all invariants over ${SEQUENCES} random sequences`,
  { timeout: SEQUENCES * 120_000 },
  async () => {
    const began = performance.now();
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
            for (const commands of sequence) await shop.runCommands(commands);
            await countOperations(bed, sequence);
            await shop.finish();
            expect(await shop.findFaults()).toEqual([]);
          } finally {
            await bed.close();
          }
        },
      ),
      {
        numRuns: SEQUENCES,
        endOnFailure: true,
        ...(SEED && { seed: Number(SEED) }),
        ...(PATH && { path: PATH }),
      },
    );
    report({
      run: 'sequences',
      seconds: Math.round((performance.now() - began) / 1000),
      operations: {
        command: counts.commands,
        'call to the provider': counts.calls,
        'webhook delivery': counts.deliveries,
      },
      faulted: counts.faulted,
      faults: {},
      lost: 0,
    });
  },
);

/** Deliveries count as faulted when the provider loses or repeats them at the end. */
async function countOperations(bed: DrawsTestbed, sequence: Command[][]): Promise<void> {
  const { served, webhooks } = bed.sandbox;
  const { rows } = await bed.pool.query<{ sent: number }>(
    'select coalesce(sum(attempts), 0)::integer as sent from sandbox.webhooks',
  );
  counts.commands += sequence.flat().length;
  counts.calls += served.calls;
  counts.deliveries += rows[0]!.sent;
  counts.faulted += served.faulted + (webhooks.dropRate > 0 || webhooks.copies > 1 ? rows[0]!.sent : 0);
}
