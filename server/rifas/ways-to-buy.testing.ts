/** Every public way to view and buy the cotas of a rifa. */
import { randomUUID } from 'node:crypto';
import { createRouterClient, ORPCError } from '@orpc/server';
import { createCheckoutRoutes } from '../checkout/checkout.routes.ts';
import { line, request } from '../orders/orders.testing.ts';
import type { PaymentsTestbed } from '../payments/payments.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { findShownRifa, listShopRifas } from './rifas.queries.ts';
import { rifasRoutes } from './rifas.routes.ts';

export const apiOf = (bed: PaymentsTestbed, userId: string | null) => {
  const options = { context: testContext(bed.platform, userId === null ? null : { userId }) };
  const services = { orderBatchWriter: bed.orderBatchWriter, payments: bed.payments };
  return {
    rifas: createRouterClient(rifasRoutes, options),
    checkout: createRouterClient(createCheckoutRoutes(services), options),
  };
};

const outcome = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error instanceof ORPCError ? (error.code as string) : String(error)),
  );

/** @returns the outcome of each way: `done`, the shown status or an error code */
export async function tryWaysToBuy(
  bed: PaymentsTestbed,
  buyer: string,
  id: string,
): Promise<Record<string, string>> {
  const { rifas } = apiOf(bed, null);
  const asBuyer = apiOf(bed, buyer);
  const reserved = await bed.orderBatchWriter.reserve(request(await bed.buyer(), [line(id, 1)]));
  return {
    page: (await findShownRifa(bed.db, id, bed.clock.now()))!.status,
    list: (await listShopRifas(bed.db, bed.clock.now())).find((rifa) => rifa.id === id)!.status,
    random: await outcome(rifas.drawNumbers({ id, quantity: 2 })),
    map: await outcome(rifas.numberMap({ id })),
    search: await outcome(rifas.searchNumbers({ id, digits: '7' })),
    quote: await outcome(asBuyer.checkout.quote({ items: [{ rifaId: id, quantity: 1 }] })),
    participation: String((await asBuyer.rifas.participation({ id })).reason),
    payment: await outcome(
      asBuyer.checkout.startPayment({
        headers: { 'idempotency-key': randomUUID() },
        body: {
          items: [{ title: 'Moto', quantity: 1, price: 2, selected_numbers: [], rifaId: id }],
          customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
        },
      }),
    ),
    reservation: reserved.ok ? 'done' : reserved.code,
  };
}

export const ALL_OPEN = {
  page: 'active',
  list: 'active',
  random: 'done',
  map: 'done',
  search: 'done',
  quote: 'done',
  participation: 'null',
  payment: 'done',
  reservation: 'done',
};

/** @param status expected status, if it differs */
export const allClosed = (status: string) => ({
  page: status,
  list: status,
  random: 'NOT_FOUND',
  map: 'NOT_FOUND',
  search: 'NOT_FOUND',
  quote: 'RIFA_NOT_ACTIVE',
  participation: 'not_on_sale',
  payment: 'RIFA_NOT_ACTIVE',
  reservation: 'RIFA_NOT_ACTIVE',
});
