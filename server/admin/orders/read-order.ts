import { type Kysely, sql } from 'kysely';
import type { OrderDetail } from '@mare/contract/admin/order-detail.ts';
import type { DB } from '@mare/database/schema.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { emailOrStated } from '../../accounts/express/stated-email.ts';
import { readOrderGroup } from '../../orders/group-purchases/read-order-group.ts';
import { couponOfOrder } from '../../orders/reading/coupon-of-order.ts';
import { cashOwed } from '../../orders/reading/cash-owed.ts';
import { disputedNow } from '../../orders/reading/disputed-orders.ts';
import { channelOf, tagsOfOrder } from './filter-orders.ts';
import {
  selectOrderGifts,
  selectOrderLedger,
  selectOrderMails,
  selectOrderNotes,
  selectOrderPrizes,
  selectOrderTimeline,
  selectOrderWebhooks,
  selectTicketsOf,
} from './order-parts.queries.ts';

const NUMBERS_SHOWN = 500;

/**
 * An order with all its related data; null if it does not exist.
 * @param withMoney false leaves out ledger and webhooks
 */
export async function readOrder(db: Kysely<DB>, id: string, withMoney: boolean): Promise<OrderDetail | null> {
  const order = await findOrder(db, id);
  if (!order) return null;
  const payments = await db
    .selectFrom('providerPayments')
    .select(['provider', 'paymentId'])
    .where('orderId', '=', id)
    .execute();
  const [group, lines, ledger, webhooks, mails, gifts, prizes, tickets, notes, timeline] = await Promise.all([
    readOrderGroup(db, id),
    selectLines(db, id),
    withMoney ? selectOrderLedger(db, id, payments) : null,
    withMoney ? selectOrderWebhooks(db, payments) : null,
    selectOrderMails(db, id),
    selectOrderGifts(db, id),
    selectOrderPrizes(db, id),
    selectTicketsOf(db, order.userId),
    selectOrderNotes(db, id),
    selectOrderTimeline(db, id, payments),
  ]);
  const {
    userId,
    name,
    email,
    phone,
    customer,
    totalAmount,
    returnedAmount,
    refunded,
    paymentState,
    ...rest
  } = order;
  return {
    ...rest,
    status: rest.status as OrderDetail['status'],
    createdAt: rest.createdAt.toISOString(),
    paidAt: rest.paidAt?.toISOString() ?? null,
    holdExpiresAt: rest.holdExpiresAt.toISOString(),
    totalCentavos: centavosFromNumeric(totalAmount),
    // `returnedAmount` covers only refunds of an order that stays paid.
    returnedCentavos: centavosFromNumeric(
      rest.status === 'refunded' ? totalAmount : (refunded ?? returnedAmount),
    ),
    // The bank may take a charge-back back after the numbers were sold again: then the payment is refunded.
    chargedBackCentavos:
      paymentState === 'charged_back'
        ? centavosFromNumeric(totalAmount) - centavosFromNumeric(refunded ?? '0')
        : 0,
    buyer: { id: userId, name, email, phone },
    statedName: textOf(customer, 'name'),
    contact: { email: textOf(customer, 'email'), phone: textOf(customer, 'phone') },
    group,
    lines,
    ledger,
    webhooks,
    mails,
    gifts,
    prizes,
    tickets,
    notes,
    timeline,
  };
}

function findOrder(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.userId')
    .leftJoin('affiliates', 'affiliates.id', 'orders.affiliateId')
    .leftJoin('providerPayments as payment', (join) =>
      join.onRef('payment.orderId', '=', 'orders.id').on('payment.disposition', '=', 'settles'),
    )
    .select(['payment.state as paymentState', 'payment.refunded'])
    .select(['orders.id', 'orders.externalReference', 'orders.status', 'orders.createdAt', 'orders.paidAt'])
    .select(['orders.holdExpiresAt', 'orders.totalAmount', 'orders.returnedAmount', 'orders.customer'])
    .select(['orders.userId', 'profiles.name', 'profiles.phone', 'affiliates.affiliateCode'])
    .select((eb) => [
      emailOrStated.as('email'),
      disputedNow.as('isDisputed'),
      cashOwed.as('cashOwedCentavos'),
      eb('orders.reviewReason', 'is not', null).as('needsReview'),
      channelOf.as('channel'),
      tagsOfOrder.as('tags'),
      couponOfOrder.as('coupon'),
      eb.fn.coalesce('orders.discounts', sql`'[]'::jsonb`).as('discounts'),
    ])
    .$castTo<FoundOrder>()
    .where('orders.id', '=', id)
    .executeTakeFirst();
}

interface FoundOrder extends Pick<
  OrderDetail,
  | 'id'
  | 'externalReference'
  | 'isDisputed'
  | 'cashOwedCentavos'
  | 'needsReview'
  | 'channel'
  | 'tags'
  | 'coupon'
  | 'discounts'
  | 'affiliateCode'
> {
  status: string;
  createdAt: Date;
  paidAt: Date | null;
  holdExpiresAt: Date;
  totalAmount: string;
  returnedAmount: string;
  /** Of the payment that settled the order; null without one. */
  refunded: string | null;
  paymentState: string | null;
  customer: unknown;
  userId: string;
  name: string | null;
  /** Of the account, or the one that an express account stated. */
  email: string | null;
  phone: string | null;
}

async function selectLines(db: Kysely<DB>, orderId: string): Promise<OrderDetail['lines']> {
  const rows = await db
    .selectFrom('orderItems as item')
    .innerJoin('rifas', 'rifas.id', 'item.rifaId')
    .leftJoin('drawListExclusions as exclusion', (join) =>
      join
        .onRef('exclusion.rifaId', '=', 'item.rifaId')
        .onRef('exclusion.orderId', '=', 'item.orderId')
        .onRef('exclusion.lineNo', '=', 'item.lineNo'),
    )
    .select(['item.lineNo', 'item.rifaId', 'rifas.title', 'item.quantity', 'item.bonusQuantity'])
    .select(['item.unitPrice', 'item.totalAmount', 'rifas.totalNumbers', 'item.selectedNumbers'])
    .select(['exclusion.reason', 'exclusion.numbers as excludedNumbers'])
    .where('item.orderId', '=', orderId)
    .orderBy('item.lineNo')
    .execute();
  return rows.map(({ unitPrice, totalAmount, selectedNumbers, reason, excludedNumbers, ...line }) => ({
    ...line,
    unitPriceCentavos: centavosFromNumeric(unitPrice),
    totalCentavos: centavosFromNumeric(totalAmount),
    numbers: selectedNumbers.toSorted((a, b) => a - b).slice(0, NUMBERS_SHOWN),
    leftOut: excludedNumbers && {
      cotas: excludedNumbers.length,
      reason: reason as NonNullable<OrderDetail['lines'][number]['leftOut']>['reason'],
    },
  }));
}

/** A text field that the buyer stated at the purchase. */
export function textOf(customer: unknown, name: 'name' | 'email' | 'phone'): string | null {
  const value = (customer as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
