import { REFERRAL_COOKIE } from '@mare/domain/affiliates/referral-mark.ts';
import { SHARE_COOKIE } from '@mare/domain/affiliates/share-mark.ts';
import { requireOpen } from '../settings/require-open.ts';
import { findGroupToken } from '../orders/group-purchases/find-group.ts';
import { api, ipAddressOf, limitRate, limitShared, requireUser } from '../platform/http/api.ts';
import type { Permit } from '../platform/http/http.ts';
import type { Payments } from '../payments/payments.ts';
import type { OrderBatchWriter } from '../orders/reservation/order-batch-writer.ts';
import { quoteCart } from './quotes/quote-cart.ts';
import { startPayment, type StartPaymentResult } from './purchase/start-payment.ts';

const RETRY_AFTER_SECONDS = 2;
/** This limit also slows down guessing coupons. */
const QUOTES = { name: 'quote-cart', hits: 120, seconds: 60, inProcess: 30 };
/** Per IP address, which many visitors of a mobile network share. */
const VISITOR_QUOTES = { name: 'quote-visitor-cart', hits: 600, seconds: 60 };
const PAYMENTS = { name: 'start-payment', hits: 30, seconds: 60, inProcess: 5 };

const { startPayment: procedure } = api.checkout;
type StartPaymentBody = Parameters<Parameters<typeof procedure.handler>[0]>[0]['input']['body'];
type Errors = Parameters<Parameters<typeof procedure.handler>[0]>[0]['errors'];

export function createCheckoutRoutes(services: { orderBatchWriter: OrderBatchWriter; payments: Payments }) {
  return {
    quote: api.checkout.quote.handler(async ({ input, context, errors }) => {
      const userId = context.principal?.userId ?? null;
      if (userId) await limitShared(context, errors, QUOTES, userId);
      else limitRate(context, errors, VISITOR_QUOTES, context.ipAddress);
      const { items, coupon, isPart } = input;
      const quoted = await quoteCart(context.platform, userId, { items, coupon, isPart });
      if (quoted.ok) return quoted.value;
      if (quoted.code === 'NOT_ENOUGH_NUMBERS') throw errors.NOT_ENOUGH_NUMBERS({ data: quoted });
      if (quoted.code === 'QUANTITY_OUT_OF_RANGE') throw errors.QUANTITY_OUT_OF_RANGE({ data: quoted });
      if (quoted.code === 'PURCHASE_LIMIT_EXCEEDED') throw errors.PURCHASE_LIMIT_EXCEEDED({ data: quoted });
      if (quoted.code === 'RIFA_NOT_ACTIVE') throw errors.RIFA_NOT_ACTIVE({ data: quoted });
      throw errors.PRICE_CHANGED({ data: quoted });
    }),
    startPayment: procedure.use(requireUser).handler(async ({ input, context, errors }) => {
      context.permit?.confirm();
      await limitShared(context, errors, PAYMENTS, context.principal.userId);
      await requireOpen(context, errors, 'sales');
      if (input.body.group?.kind === 'start') await requireOpen(context, errors, 'groupPurchases');
      const { items, customerInfo, rifaId } = input.body;
      const { city, state, birthDate, ...customer } = customerInfo;
      const result = await startPayment(
        context.platform,
        { ...services, orderBatchWriter: releaseOnceReserved(services.orderBatchWriter, context.permit) },
        {
          userId: context.principal.userId,
          idempotencyKey: input.headers['idempotency-key'],
          items,
          customer,
          residence: { city, state, birthDate },
          rifaId,
          coupon: input.body.coupon,
          quote: input.body.quote,
          cartKey: input.body.quote && cartKeyOf(input.body),
          group: input.body.group,
          method: input.body.method,
          acceptedRegulations: input.body.acceptedRegulations,
          acceptedTerms: input.body.acceptedTerms,
          receiptNonce: input.body.receiptNonce,
          ipAddress: ipAddressOf(context),
          referral: context.cookies.read(REFERRAL_COOKIE),
          share: context.cookies.read(SHARE_COOKIE),
        },
      );
      if (!result.ok) throw toError(errors, result);
      const { order, lines, page } = result.value;
      const groupToken = input.body.group && (await findGroupToken(context.platform.db, order.id));
      return {
        ...(groupToken && { group_token: groupToken }),
        order_id: order.id,
        external_reference: order.externalReference,
        init_point: page?.url ?? `${context.platform.config.publicUrl}/pedido/${order.externalReference}`,
        ...(page?.sandboxUrl && { sandbox_init_point: page.sandboxUrl }),
        expires_at: order.holdExpiresAt.toISOString(),
        items: lines.map(({ rifaId: rifa_id, ...line }) => ({ rifa_id, ...line })),
      };
    }),
  };
}

/** The cart of the person, the purchase screen of a rifa, or a group purchase. */
function cartKeyOf({ origin, items, rifaId, group }: StartPaymentBody): string | undefined {
  if (group) return group.kind === 'take' ? `group ${group.token}` : 'group';
  return origin === 'cart' ? 'cart' : (rifaId ?? items[0]?.rifaId);
}

/** Releases the permit before the payment provider is called. */
function releaseOnceReserved(orderBatchWriter: OrderBatchWriter, permit?: Permit): OrderBatchWriter {
  if (!permit) return orderBatchWriter;
  return {
    ...orderBatchWriter,
    reserve: (request) => orderBatchWriter.reserve(request).finally(permit.release),
  };
}

function toError(errors: Errors, rejected: Extract<StartPaymentResult, { ok: false }>) {
  switch (rejected.code) {
    case 'BUSY':
      return errors.BUSY({ data: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
    case 'ACCOUNT_CLOSED':
      return errors.NOT_AUTHENTICATED();
    case 'KEY_REUSED':
    case 'RIFA_UNKNOWN':
      return errors[rejected.code]();
    case 'ORDER_CLOSED':
      return errors.ORDER_CLOSED({ data: rejected });
    case 'TERMS_NOT_ACCEPTED':
      return errors.TERMS_NOT_ACCEPTED({ data: rejected });
    case 'OPEN_ORDER':
      return errors.OPEN_ORDER({ data: rejected });
    case 'PAYMENT_UNAVAILABLE':
      return errors.PAYMENT_UNAVAILABLE({ data: rejected });
    case 'PURCHASE_LIMIT_EXCEEDED':
      return errors.PURCHASE_LIMIT_EXCEEDED({ data: rejected });
    case 'UNPAID_LIMIT':
      return errors.UNPAID_LIMIT({ data: rejected });
    case 'NUMBERS_TAKEN':
      return errors.NUMBERS_TAKEN({ data: rejected });
    case 'NOT_ENOUGH_NUMBERS':
      return errors.NOT_ENOUGH_NUMBERS({ data: rejected });
    case 'QUANTITY_OUT_OF_RANGE':
      return errors.QUANTITY_OUT_OF_RANGE({ data: rejected });
    case 'INVALID_CUSTOMER':
      return errors.INVALID_CUSTOMER({ data: rejected });
    case 'GROUP_REJECTED':
      return errors.GROUP_REJECTED({ data: rejected });
    case 'COUPON_REJECTED':
      return errors.COUPON_REJECTED({ data: rejected });
    case 'NOT_ELIGIBLE':
      return errors.NOT_ELIGIBLE({ data: rejected });
    case 'PERSON_CONFLICT':
      return errors.PERSON_CONFLICT({ data: rejected });
    case 'OWN_LIMIT':
      return errors.OWN_LIMIT({ data: { ...rejected, until: rejected.until?.toISOString() ?? null } });
    case 'QUOTE_CHANGED':
      return errors.QUOTE_CHANGED({ data: rejected });
    case 'RIFA_NOT_ACTIVE':
      return errors.RIFA_NOT_ACTIVE({ data: rejected });
    case 'PRICE_CHANGED':
    case 'REGULATION_NOT_ACCEPTED':
      return errors[rejected.code]({ data: rejected });
  }
}
