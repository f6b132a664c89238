import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { links } from '../../links.ts';
import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { formatDateTime } from '../../format.ts';
import { LinkButton } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { classNames } from '../../ui/style/class-names.ts';
import { OrderItemList } from '../../orders/order-item-list.tsx';
import { OrderLoading } from './order-loading.tsx';
import { OrderNextStep } from './order-next-step.tsx';
import { PaidMoment } from './paid-moment.tsx';
import { readAwaitedOrder } from '../open-order/awaited-order.ts';
import { useLiveOrder } from './use-live-order.ts';
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx';

const PhoneOffer = lazyComponent(() => import('../../accounts/phone/phone-offer.tsx'));
const LogWatch = lazyComponent(() => import('../../transparency/log-watch.tsx'));
const OrderReceiptCard = lazyComponent(() => import('../../transparency/order-receipt-card.tsx'));

/** An order with its payment, kept up to date. Used on its own page and at the checkout. */
export function LiveOrder({ externalReference }: { externalReference: string }) {
  const order = useLiveOrder(externalReference);
  return (
    <>
      <OrderLoading order={order} />
      {order.data && <OrderView order={order.data} />}
    </>
  );
}

function OrderView({ order }: { order: OrderPage }) {
  // Not announced again if it was paid while the page was closed, or after a reload.
  const [wasPending] = useState(
    () => order.status === 'pending' || readAwaitedOrder() === order.externalReference,
  );
  const isArriving = wasPending && order.status === 'paid' && !order.refundUnderWay;
  return (
    <>
      {order.paidAt && (
        <Suspense fallback={null}>
          <LogWatch quiet />
        </Suspense>
      )}
      {isArriving && (
        <div aria-live="polite" className="mb-8">
          <PaidMoment order={order} />
        </div>
      )}
      <header className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl">Pedido de {order.buyerName}</h1>
        <OrderStatusBadge {...order} />
        <p className="w-full text-ink-soft">
          Feito em {formatDateTime(order.createdAt)}
          {order.paidAt && ` · pago em ${formatDateTime(order.paidAt)}`}
        </p>
        {order.group && (
          <Link to={links.group(order.group.token)} className="text-link w-full">
            Parte {order.group.partNo} de {order.group.parts} do bolão “{order.group.name}”
          </Link>
        )}
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_26rem] lg:grid-rows-[auto_1fr]">
        <OrderItemList order={order} withoutNumbers={isArriving} />
        {/* On a phone a pending payment is above the order's lines. */}
        <div
          className={classNames(
            'grid gap-6 lg:row-span-2',
            order.status === 'pending' && 'max-lg:order-first',
          )}
        >
          <OrderNextStep order={order} isArriving={isArriving} />
        </div>
        <div className="grid gap-6">
          {order.paidAt && (
            <Suspense fallback={null}>
              <OrderReceiptCard externalReference={order.externalReference} buyerName={order.buyerName} />
            </Suspense>
          )}
          {(order.status === 'pending' ? order.pix !== null : order.status === 'paid') && (
            <Suspense fallback={null}>
              <PhoneOffer />
            </Suspense>
          )}
          <LinkButton
            to={links.supportForOrder(order.externalReference)}
            variant="quiet"
            icon="mail"
            className="justify-self-start"
          >
            Preciso de ajuda com este pedido
          </LinkButton>
        </div>
      </div>
    </>
  );
}
