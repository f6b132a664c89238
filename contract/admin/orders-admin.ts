/** Orders in the panel. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { TAG_COLOURS } from '@mare/domain/admin/bulk-actions.ts';
import { orderStatus } from '../orders/orders.ts';
import { plainText, writtenText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { storedDay } from '../stored-dates.ts';

/** How an order was paid. `other` is a card or any other method of the provider's page. */
export const orderMethod = z.enum(['pix', 'other', 'cash']);
/** Where an order was made: by the buyer, through an affiliate, or by a seller. */
export const orderChannel = z.enum(['site', 'affiliate', 'manual']);

const centavos = z.coerce.number().int().min(0).max(1_000_000_000_000);

/** Filters of the list and of its export. Empty filters nothing. */
export const orderFilters = z.object({
  /** Name, e-mail, phone, CPF, order, payment, or the number of a cota. */
  search: plainText(80).default(''),
  /** Days in Maceió, both included. */
  from: storedDay.or(z.literal('')).default(''),
  to: storedDay.or(z.literal('')).default(''),
  rifaId: z.uuid().or(z.literal('')).default(''),
  /** Only orders of this buyer; empty for all. */
  personId: z.uuid().or(z.literal('')).default(''),
  /** `review`: waits for a person. */
  status: orderStatus.or(z.enum(['', 'review'])).default(''),
  method: orderMethod.or(z.literal('')).default(''),
  channel: orderChannel.or(z.literal('')).default(''),
  minCentavos: centavos.optional(),
  maxCentavos: centavos.optional(),
  coupon: plainText(40).default(''),
  /** Code. */
  affiliate: plainText(40).default(''),
  tag: plainText(40).default(''),
  /** Only orders of this bulk action; empty for all. */
  actionId: z.uuid().or(z.literal('')).default(''),
  /** Only these orders, separated by commas. */
  ids: z
    .string()
    .regex(
      /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:,[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}){0,99})?$/,
    )
    .default(''),
});
export type OrderFilters = z.output<typeof orderFilters>;

/** A tag with its colour in the panel. */
export const orderTag = z.object({ name: z.string(), colour: z.enum(TAG_COLOURS) });
export type OrderTag = z.infer<typeof orderTag>;

export const orderRow = z.object({
  id: z.uuid(),
  externalReference: z.string(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  status: orderStatus,
  /** The payment is disputed. */
  isDisputed: z.boolean(),
  /** Cash of a refunded order that is owed to the buyer again. */
  cashOwedCentavos: z.int(),
  needsReview: z.boolean(),
  /** Cotas. Of a paid order, those that were not returned; otherwise as ordered. */
  quantity: z.int(),
  totalCentavos: z.int(),
  /** Refunded while the rest of the order stayed. */
  returnedCentavos: z.int(),
  buyer: z.object({
    id: z.uuid(),
    name: z.string().nullable(),
    /** E-mail and phone are null for support: the order's own page has them. */
    email: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  /** Title of the first line's rifa. */
  rifaTitle: z.string(),
  /** Rifas in the order. */
  rifas: z.int(),
  channel: orderChannel,
  method: z.string().nullable(),
  paymentId: z.string().nullable(),
  coupon: z.string().nullable(),
  affiliateCode: z.string().nullable(),
  tags: z.array(orderTag),
});
export type OrderRow = z.infer<typeof orderRow>;

export const ordersPage = z.object({
  rows: z.array(orderRow),
  /** Cursor of the next page; null on the last one. */
  next: z.string().nullable(),
  /** Total orders; null if this page has all of them, or is not the first. */
  total: z.object({ orders: z.int(), isEstimate: z.boolean() }).nullable(),
  /** Nothing matched the search exactly: these buyers have similar names. */
  isSimilar: z.boolean(),
});
export type OrdersPage = z.infer<typeof ordersPage>;

const CURSOR = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00 [0-9a-f-]{36}$/;

export const ORDER_VIEWS_MAX = 200;

/** Filters of the list that the whole team uses. */
export const orderView = z.object({
  name: writtenText(40),
  /** Query string of the page, without the question mark. */
  query: plainText(1000),
});
export type OrderView = z.infer<typeof orderView>;

export const ordersAdmin = {
  views: oc
    .route({ method: 'GET', path: '/admin/order-views', summary: 'Views of the orders list, by name' })
    .output(z.array(orderView))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  saveView: oc
    .route({ method: 'PUT', path: '/admin/order-views', summary: 'Add a view for the team, or replace it' })
    .input(orderView)
    .output(z.array(orderView))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  deleteView: oc
    .route({ method: 'DELETE', path: '/admin/order-views', summary: 'Delete a view of the team' })
    .input(orderView.pick({ name: true }))
    .output(z.array(orderView))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND')),
  list: oc
    .route({ method: 'GET', path: '/admin/orders', summary: 'List orders, newest first' })
    .input(
      orderFilters.extend({
        /** `next` of the previous page. */
        after: z.string().regex(CURSOR).optional(),
      }),
    )
    .output(ordersPage)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  choices: oc
    .route({ method: 'GET', path: '/admin/order-choices', summary: 'List what orders can be filtered by' })
    .output(
      z.object({
        /** The newest 200. */
        rifas: z.array(z.object({ id: z.uuid(), title: z.string() })),
        /** Tags of the order, by name. */
        tags: z.array(orderTag),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
};
