import { numericFromCentavos } from '@mare/database/money.ts';
import { demoBuyers, type DemoPerson } from '@mare/database/seed/demo-people.ts';
import { demoRifas } from '@mare/database/seed/demo-rifas.ts';
import { HOLD_MS } from '@mare/domain/orders/hold.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { createOrderBatchWriter } from '../../orders/reservation/order-batch-writer.ts';
import type { GroupStart, GroupTake } from '../../orders/reservation/reserve-request.ts';
import type { Platform } from '../../platform/platform.ts';
import { payDemoOrders } from '../../payments/demo-payments/pay-demo-orders.ts';

/** Path of the group page: `/bolao/bolao-da-demonstracao`. */
export const DEMO_GROUP = 'bolao-da-demonstracao';
const RIFA = '5e000000-0000-4000-8000-000000000003';
const PARTS = 5;
const COTAS = 5;
/** Longer than a buyer may choose, so that the group stays open for the whole demonstration. */
const OPEN_DAYS = 6;

/** A group purchase with two paid parts and three to take. */
export async function addDemoGroup(platform: Platform): Promise<void> {
  const { random, clock } = platform;
  const rifa = demoRifas.find(({ id }) => id === RIFA)!;
  const partCentavos = COTAS * rifa.priceInCentavos;
  const group: GroupStart = {
    kind: 'start',
    id: random.uuid(),
    token: DEMO_GROUP,
    name: 'Bolão da firma',
    partIds: Array.from({ length: PARTS }, () => random.uuid()),
    quantity: COTAS,
    tier: null,
    partCentavos,
    deadline: new Date(clock.now().getTime() + OPEN_DAYS * 86_400_000),
  };
  const writer = createOrderBatchWriter(platform);
  const [starter, friend] = demoBuyers as [DemoPerson, DemoPerson];
  try {
    await buy(starter, group);
    await buy(friend, { kind: 'take', partId: group.partIds[1]! });
  } finally {
    await writer.close();
  }

  async function buy(buyer: DemoPerson, part: GroupStart | GroupTake): Promise<void> {
    const now = clock.now();
    const orderId = random.uuid();
    const externalReference = random.bytes(16).toString('hex');
    const reserved = await writer.reserve({
      orderId,
      externalReference,
      userId: buyer.id,
      clientRequestId: `demo-${orderId}`,
      customer: { name: buyer.name, email: buyer.email },
      totalCentavos: partCentavos,
      holdExpiresAt: new Date(now.getTime() + HOLD_MS),
      group: part,
      lines: [
        {
          rifaId: rifa.id,
          quantity: COTAS,
          requestedNumbers: [],
          bonusQuantity: 0,
          unitPriceCentavos: rifa.priceInCentavos,
          totalCentavos: partCentavos,
        },
      ],
      attempt: null,
    });
    if (!reserved.ok) throw new Error(`The group of the demonstration was not reserved: ${reserved.code}`);
    await platform.db.transaction().execute(async (trx) => {
      await settleOrder(trx, orderId, now);
      await payDemoOrders(trx, [
        {
          id: orderId,
          externalReference,
          rifaId: rifa.id,
          quantity: COTAS,
          totalAmount: numericFromCentavos(partCentavos),
          buyer,
          createdAt: now,
          paidAt: now,
        },
      ]);
    });
  }
}
