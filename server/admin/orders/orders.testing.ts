/** Orders for the tests of the panel's search. */
import { randomUUID } from 'node:crypto';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import { addBuyer, addOrderRow, addRifa, createOrderTestbed } from '../../orders/orders.testing.ts';
import { addSettlingPayment } from '../../orders/lifecycle/histories/settling-payment.testing.ts';
import { listOrders } from './list-orders.ts';

export type OrdersTestbed = Awaited<ReturnType<typeof createOrdersTestbed>>;

/** Four orders of three buyers. */
export async function createOrdersTestbed() {
  const bed = await createOrderTestbed();
  const affiliateId = randomUUID();
  /** Orders by their key. */
  const orders: Record<string, { id: string; reference: string }> = {};

  async function addPerson(name: string, phone: string | null, cpf: string | null): Promise<string> {
    const id = await addBuyer(bed.db);
    const email = `${name.split(' ')[0]!.normalize('NFD').replaceAll(/\W/g, '').toLowerCase()}@exemplo.com.br`;
    await bed.db.updateTable('profiles').set({ name, phone, cpf, email }).where('id', '=', id).execute();
    return id;
  }

  async function addOrder(
    key: string,
    more: {
      userId: string;
      rifaId: string;
      at: string;
      numbers: number[];
      status?: string;
      affiliate?: boolean;
      manual?: boolean;
      method?: string;
      coupon?: string;
      reviewReason?: string;
    },
  ): Promise<void> {
    const { db } = bed;
    const reference = `ref-${key}-0000000000000`;
    const clientRequestId = more.manual ? `hand-${randomUUID()}` : randomUUID();
    const isPaid = more.status === 'paid' || more.status === 'refunded';
    const totalAmount = `${more.numbers.length * 2}.00`;
    const { id } = await addOrderRow(db, {
      externalReference: reference,
      userId: more.userId,
      clientRequestId,
      rifaId: more.rifaId,
      quantity: more.numbers.length,
      totalAmount,
      status: more.status ?? 'pending',
      paidAt: isPaid ? more.at : null,
      createdAt: more.at,
      holdExpiresAt: more.at,
      reviewReason: more.reviewReason ?? null,
      affiliateId: more.affiliate ? affiliateId : null,
    });
    await db
      .insertInto('orderItems')
      .values({
        orderId: id,
        rifaId: more.rifaId,
        quantity: more.numbers.length,
        unitPrice: '2.00',
        totalAmount,
        selectedNumbers: more.numbers,
      })
      .execute();
    if (more.method)
      await addSettlingPayment(db, id, {
        provider: more.manual ? 'cash' : 'sandbox',
        paymentId: `9${key}77`,
        method: more.method,
        providerUpdatedAt: more.at,
      });
    if (more.coupon)
      await db
        .insertInto('couponClaims')
        .values({
          couponCode: more.coupon,
          personId: more.userId,
          useNo: 1,
          userId: more.userId,
          clientRequestId,
          createdAt: new Date(more.at),
        })
        .execute();
    orders[key] = { id, reference };
  }

  const [moto, carro] = [await addRifa(bed.db, 10_000), await addRifa(bed.db, 10_000)];
  await bed.db
    .updateTable('rifas')
    .set({ createdAt: new Date('2026-01-01') })
    .execute();
  const jose = await addPerson('José Roberto de Araújo', '82988887777', '52998224725');
  const maria = await addPerson('Maria da Silva', '5582999991234', null);
  const ines = await addPerson('Inês Conceição', null, null);
  await bed.db
    .insertInto('affiliates')
    .values({ id: affiliateId, userId: ines, affiliateCode: 'INESABC1', createdAt: new Date() })
    .execute();
  await addOrder('1', {
    userId: jose,
    rifaId: moto,
    at: '2026-03-01T12:00:00Z',
    numbers: [42],
    status: 'paid',
    method: 'pix',
    coupon: 'VOLTEI20',
  });
  // The evening of 1 March in Maceió.
  await addOrder('2', {
    userId: maria,
    rifaId: carro,
    at: '2026-03-02T02:30:00Z',
    numbers: [42, 4711],
    affiliate: true,
  });
  await addOrder('3', {
    userId: ines,
    rifaId: carro,
    at: '2026-03-03T12:00:00Z',
    numbers: [1, 2, 3],
    status: 'paid',
    manual: true,
    method: 'cash',
  });
  await addOrder('4', {
    userId: jose,
    rifaId: carro,
    at: '2026-03-04T12:00:00Z',
    numbers: [7],
    status: 'refunded',
    method: 'visa',
    reviewReason: 'disputed',
  });
  return {
    ...bed,
    moto,
    carro,
    orders,
    addPerson,
    addOrder,
    /** Keys of the orders that a filter finds. */
    async found(input: Record<string, unknown>): Promise<string> {
      const { rows } = await listOrders(bed.db, orderFilters.parse(input), true);
      return rows.map(({ externalReference }) => externalReference.split('-')[1]).join(' ');
    },
  };
}
