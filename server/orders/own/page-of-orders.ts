import type { Order as OrderResponse } from '@mare/contract/orders/orders.ts';
import { listOrdersOf } from './list-orders.ts';
import type { ShownStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { isDisputed } from '../reading/disputed-orders.ts';
import type { StoredOrder } from '../reading/order.queries.ts';
import type { Platform } from '../../platform/platform.ts';

const ORDERS_PER_PAGE = 8;

/**
 * Orders of these users, newest first, in the form of the contract.
 * @param before `createdAt` of the last order of the previous page
 */
export async function pageOfOrders(
  platform: Pick<Platform, 'pool' | 'caches'>,
  userIds: readonly string[],
  before: string | undefined,
): Promise<{ found: StoredOrder[]; orders: OrderResponse[]; next: string | null }> {
  const all = await listOrdersOf(platform, userIds, {
    limit: ORDERS_PER_PAGE + 1,
    ...(before && { before: new Date(before) }),
  });
  const found = all.slice(0, ORDERS_PER_PAGE);
  const orders = found.map(orderResponse);
  return { found, orders, next: all.length > found.length ? orders.at(-1)!.createdAt : null };
}

/** Maps an order to the contract. */
export function orderResponse(order: StoredOrder): OrderResponse {
  return {
    id: order.id,
    externalReference: order.externalReference,
    status: order.status,
    quantity: order.quantity,
    totalCentavos: order.totalCentavos,
    returnedCentavos: order.returnedCentavos,
    isDisputed: isDisputed(order),
    cashOwedCentavos: order.cashOwedCentavos,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    holdExpiresAt: order.holdExpiresAt.toISOString(),
    items: order.lines.map((line) => ({
      rifaId: line.rifaId,
      title: line.title,
      image: line.image,
      totalNumbers: line.totalNumbers,
      drawDate: line.drawDate.toISOString(),
      rifaStatus: line.rifaStatus as ShownStatus,
      quantity: line.quantity,
      bonusQuantity: line.bonusQuantity,
      unitPriceCentavos: line.unitPriceCentavos,
      totalCentavos: line.totalCentavos,
      selectedNumbers: line.numbers,
    })),
  };
}
