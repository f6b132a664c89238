/** Quotes and purchases through the checkout's routes. */
import { randomUUID } from 'node:crypto';
import { createRouterClient, ORPCError } from '@orpc/server';
import { createPaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { createCheckoutRoutes } from '../checkout.routes.ts';

export type QuotesTestbed = Awaited<ReturnType<typeof createQuotesTestbed>>;

export interface Item {
  rifaId: string;
  quantity: number;
  tier?: string | null;
  numbers?: number[];
}

interface QuotedPurchase {
  token: string;
  items: Item[];
  coupon?: string;
  key?: string;
}

export async function rejectionOf(attempt: Promise<unknown>): Promise<{ code: string; data: unknown }> {
  const error: unknown = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ORPCError)) throw new Error('expected a rejection');
  return { code: error.code as string, data: error.data };
}

export async function createQuotesTestbed() {
  const bed = await createPaymentsTestbed();
  function clientOf(userId: string | null) {
    return createRouterClient(
      createCheckoutRoutes({ orderBatchWriter: bed.orderBatchWriter, payments: bed.payments }),
      { context: testContext(bed.platform, userId ? { userId } : null) },
    );
  }

  const quote = (userId: string | null, items: Item[], coupon?: string) =>
    clientOf(userId).quote({ items, coupon });

  function pay(userId: string, { token, items, coupon, key = randomUUID() }: QuotedPurchase) {
    return clientOf(userId).startPayment({
      headers: { 'idempotency-key': key },
      body: {
        // The quote overrides this price.
        items: items.map(({ numbers = [], ...item }) => ({
          title: 'Moto',
          price: 0,
          selected_numbers: numbers,
          ...item,
        })),
        customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
        quote: token,
        coupon,
      },
    });
  }

  const setPrice = (rifaId: string, price: number) =>
    bed.db.updateTable('rifas').set({ price }).where('id', '=', rifaId).execute();
  const setPlans = (rifaId: string, bonusPercentage: number | null) =>
    bed.db
      .updateTable('rifas')
      .set({
        purchaseTiers:
          bonusPercentage === null
            ? JSON.stringify([])
            : JSON.stringify([{ key: 'tier1', name: 'Bronze', quantity: 5, bonusPercentage }]),
      })
      .where('id', '=', rifaId)
      .execute();

  return { ...bed, clientOf, quote, pay, setPrice, setPlans };
}
