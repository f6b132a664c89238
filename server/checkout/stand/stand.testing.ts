/** Stands: phones with an allotment, and sales made on them. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { StandSale } from '@mare/contract/checkout/stand.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { setNumbersAside } from '../../orders/stand/set-numbers-aside.ts';
import { takeOverAllotment } from '../../orders/stand/take-over-allotment.ts';
import {
  createManagedRifasTestbed,
  type ManagedRifasTestbed,
} from '../../rifas/management/managed-rifas.testing.ts';
import { sendSales } from './send-sales.ts';

export type StandTestbed = Awaited<ReturnType<typeof createStandTestbed>>;

export const newSendKey = () => randomBytes(32).toString('base64url');

export async function createStandTestbed() {
  const bed = await createManagedRifasTestbed();
  return { ...bed, ...createStandHelpers(bed) };
}

function createStandHelpers(bed: ManagedRifasTestbed) {
  let phones = 0;
  async function addSeller() {
    const userId = await addBuyer(bed.db);
    await bed.db.updateTable('profiles').set({ role: 'seller' }).where('id', '=', userId).execute();
    return { userId, ipAddress: '203.0.113.9' };
  }
  type Seller = Awaited<ReturnType<typeof addSeller>>;

  function createPhone(seller: Seller, allotment: { id: string; numbers: number[] }, sendKey: string) {
    const { id, numbers } = allotment;
    const send = async (...sales: StandSale[]) => {
      const sent = await sendSales(bed.platform, null, { allotmentId: id, sendKey, sales });
      if (!sent.ok) throw new Error(sent.code);
      return sent;
    };
    return { id, sendKey, seller, numbers, send };
  }
  return {
    addSeller,
    /** Sets numbers of a rifa aside for a phone. */
    async openStand(rifaId: string, quantity = 10, by?: Seller, hours = 4) {
      const seller = by ?? (await addSeller());
      const sendKey = newSendKey();
      const input = { id: randomUUID(), rifaId, sendKey, quantity, hours };
      const reserved = await setNumbersAside(bed.platform, seller, input);
      if (!reserved.ok) throw new Error(reserved.code);
      return createPhone(seller, reserved.allotment, sendKey);
    },
    /** Another phone takes over the allotment of the first. */
    async takeOver(from: { id: string; seller: Seller }, by = from.seller) {
      const sendKey = newSendKey();
      const taken = await takeOverAllotment(bed.platform, by, { id: randomUUID(), fromId: from.id, sendKey });
      if (!taken.ok) throw new Error(taken.code);
      return createPhone(by, taken.allotment, sendKey);
    },
    newSale(numbers: number[], more: Partial<StandSale> = {}): StandSale {
      phones++;
      return {
        id: randomUUID(),
        externalReference: randomBytes(18).toString('base64url'),
        quantity: numbers.length,
        tier: null,
        numbers,
        paidCentavos: numbers.length * 200,
        paidWith: 'cash',
        name: 'Zé da Feira',
        phone: `82 9${String(80_000_000 + phones)}`,
        soldAt: bed.clock.now().toISOString(),
        ...more,
      };
    },
    ordersOf: (rifaId: string) =>
      bed.db.selectFrom('orders').selectAll().where('rifaId', '=', rifaId).orderBy('createdAt').execute(),
  };
}
