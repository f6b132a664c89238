/** Creates and sells rifas through the admin API. For tests only. */
import { randomUUID } from 'node:crypto';
import type { EditedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { type ManualSale, sellManually } from '../../checkout/manual-sale/sell-manually.ts';
import { freezeListJob } from '../../draws/list/freeze-list.job.ts';
import { mailDrawNewsJob, notifyDrawNewsJob } from '../../draws/news/deliver-draw-news.job.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed } from '../../payments/payments.testing.ts';
import { refundRifaJob } from '../../payments/refunds/cancelled/refund-rifa.job.ts';
import { EMPTY_LEGAL_PACK } from '../legal/empty-legal-pack.ts';
import { changeRifaState } from './change-rifa-state.ts';
import { saveRifa } from './save-rifa.ts';

export type ManagedRifasTestbed = Awaited<ReturnType<typeof createManagedRifasTestbed>>;

export async function createManagedRifasTestbed() {
  const bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([refundRifaJob, freezeListJob, notifyDrawNewsJob, mailDrawNewsJob]);
  const by = { userId: await addBuyer(bed.db), ipAddress: '203.0.113.7' };
  const inDays = (days: number) => new Date(bed.clock.now().getTime() + days * 86_400_000).toISOString();
  const rifaWith = (changes: Partial<EditedRifa> = {}) => ({ ...bicycleDraft(inDays(7)), ...changes });

  async function draft(changes: Partial<EditedRifa> = {}): Promise<string> {
    const saved = await saveRifa(bed.platform, by, { id: null, version: 0, rifa: rifaWith(changes) });
    if (!saved.ok) throw new Error(saved.code);
    return saved.id;
  }

  async function published(changes: Partial<EditedRifa> = {}): Promise<string> {
    const id = await draft(changes);
    const opened = await changeRifaState(bed.platform, by, { id, version: 1, to: 'active' });
    if (!opened.ok) throw new Error(opened.code);
    return id;
  }

  const sell = (
    rifaId: string,
    quantity: number,
    requestId: string = randomUUID(),
    email: string | null = 'ana@exemplo.com.br',
    changes: Partial<ManualSale> = {},
  ) =>
    sellManually(bed.platform, { orderBatchWriter: bed.orderBatchWriter, payments: bed.payments }, by, {
      rifaId,
      requestId,
      quantity,
      name: 'Ana Lima',
      email,
      phone: null,
      tier: null,
      numbers: [],
      expectedCentavos: null,
      ...changes,
    });

  return { ...bed, by, inDays, rifaWith, draft, published, sell };
}

function bicycleDraft(drawDate: string): EditedRifa {
  return {
    title: 'Bicicleta',
    description: 'Aro 29',
    image: '/rifas/moto.svg',
    gallery: [],
    video: '',
    priceCentavos: 200,
    totalNumbers: 100,
    minPerOrder: 1,
    maxPerOrder: 50,
    drawDate,
    salesStart: null,
    eligibleCities: ['Maceió'],
    eligibleState: 'AL',
    prizes: [
      {
        name: 'Bicicleta',
        description: null,
        valueCentavos: 150_000,
        prizeType: 'product',
        image: null,
        serviceType: null,
        serviceCity: null,
      },
    ],
    legal: { ...EMPTY_LEGAL_PACK, regulation: 'Vale o regulamento.' },
  };
}
