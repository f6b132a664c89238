/** Testbed of rifas with cotas premiadas and their paid orders. */
import { placeInstantPrizes } from '@mare/domain/draws/instant-prizes.ts';
import { parseEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { addAdmin } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, paidOrder } from '../../payments/payments.testing.ts';
import { EMPTY_LEGAL_PACK } from '../../rifas/legal/empty-legal-pack.ts';
import { changeRifaState } from '../../rifas/management/change-rifa-state.ts';
import { readRifaOptions, saveRifaOptions } from '../../rifas/management/rifa-options.ts';
import { saveRifa } from '../../rifas/management/save-rifa.ts';
import { applyBeaconRounds, findEarlyInstantPrizesJob } from './hiding/apply-beacon-rounds.job.ts';
import { findInstantPrizesJob } from './finding/find-instant-prizes.job.ts';
import { findSeed, placementSeed } from './hiding/placement-seed.ts';

export type InstantPrizesTestbed = Awaited<ReturnType<typeof createInstantPrizesTestbed>>;

const RIFA = {
  title: 'Moto',
  description: '',
  image: '/x.png',
  gallery: [],
  video: '',
  priceCentavos: 200,
  totalNumbers: 100,
  minPerOrder: 1,
  maxPerOrder: 100,
  drawDate: '2031-01-01T00:00:00.000Z',
  salesStart: null,
  eligibleCities: ['Maceió'],
  eligibleState: 'AL' as const,
  prizes: [
    {
      name: 'Moto',
      description: null,
      valueCentavos: null,
      prizeType: 'product' as const,
      image: null,
      serviceType: null,
      serviceCity: null,
    },
  ],
  legal: EMPTY_LEGAL_PACK,
};

const THREE_PRIZES = [
  { name: 'Pix de R$ 100', valueCentavos: 10_000, count: 2 },
  { name: 'Fone', valueCentavos: null, count: 1 },
];

export async function createInstantPrizesTestbed() {
  const bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([findEarlyInstantPrizesJob, findInstantPrizesJob]);
  /** The admin who publishes. */
  const by = { userId: await addAdmin(bed), ipAddress: null };

  /** Saves a draft with this total of numbers. */
  async function saveDraft(totalNumbers: number, instantPrizes = THREE_PRIZES) {
    const saved = await saveRifa(bed.platform, by, { id: null, version: 0, rifa: { ...RIFA, totalNumbers } });
    if (!saved.ok) throw new Error(saved.code);
    const options = { ...(await readRifaOptions(bed.db, saved.id))!.options, instantPrizes };
    const savedOptions = await saveRifaOptions(bed.platform, by, { id: saved.id, version: 1, options });
    if (!savedOptions.ok) throw new Error(savedOptions.code);
    return { id: saved.id, version: savedOptions.version, options };
  }

  const openSales = ({ id, version }: { id: string; version: number }) =>
    changeRifaState(bed.platform, by, { id, version, to: 'active' });

  /** Opens the sales of a rifa with 100 numbers and three cotas premiadas, before the beacon's round is known. */
  async function publishEarly() {
    const draft = await saveDraft(100);
    const opened = await openSales(draft);
    if (!opened.ok) throw new Error(opened.code);
    return { ...draft, version: opened.version };
  }

  return {
    ...bed,
    by,
    saveDraft,
    openSales,
    publishEarly,
    /** Publishes the same rifa and lets the beacon's round pass. */
    async publish() {
      const rifa = await publishEarly();
      bed.clock.advance(120_000);
      await applyBeaconRounds(bed.platform);
      return rifa;
    },
    buy: (rifaId: string, quantity: number) => paidOrder(bed, { rifaId, quantity }),
    async computePlacement(rifaId: string) {
      const seed = placementSeed(rifaId, (await findSeed(bed.db, rifaId))!)!;
      return placeInstantPrizes(rifaId, seed, { totalNumbers: 100, count: 3 });
    },
    /** Entries of the public log about a rifa, oldest first. */
    async readLogEntries(rifaId: string) {
      const { rows } = await bed.pool.query<{ body: Buffer }>(
        'select body from log_queue where subject_id = $1 order by id',
        [rifaId],
      );
      return rows.map(({ body }) => parseEntry(body.toString())!);
    },
  };
}
