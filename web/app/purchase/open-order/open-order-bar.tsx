import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { queries } from '../../api.ts';
import { useCartCount } from '../../cart/cart-count.ts';
import { links } from '../../links.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import { Icon, type IconName } from '../../ui/style/icons.tsx';
import type { TimedAnswer } from '../pay/seconds-left.ts';
import { useSecondsLeft } from '../pay/use-seconds-left.ts';
import {
  awaitOrder,
  deleteAwaitedOrder,
  freeOrderPlace,
  readAwaitedOrder,
  useDeleteAtSignOut,
} from './awaited-order.ts';
import { useOpenOrders } from './use-open-orders.ts';

/**
 * Bar below the header, on every page except the order's own: first that an order awaits its payment, later that it
 * was paid, until the buyer has seen the numbers. Also shown when Back opens a page scrolled down.
 */
export default function OpenOrderBar() {
  const { orders, answer, isPending } = useOpenOrders();
  useDeleteAtSignOut();
  const { pathname, search } = useLocation();
  const reference = orders[0]?.externalReference;
  const isCartEmpty = useCartCount() === 0;
  useEffect(() => {
    if (reference) awaitOrder(reference);
  }, [reference]);
  const shown = reference ?? (isPending ? null : readAwaitedOrder());
  const isKnown = !isPending && (reference !== undefined || !shown);
  useLayoutEffect(() => {
    if (isKnown) freeOrderPlace();
  }, [isKnown]);
  if (!shown) return null;
  const own = [links.order(shown), links.checkoutOrder(shown)];
  // Without a cart, the checkout shows the order.
  if (isCartEmpty) own.push(links.checkout());
  // The page of a group purchase shows the Pix code of the caller's part.
  if (own.includes(`${pathname}${search}`) || pathname.startsWith(links.group(''))) return null;
  const [order] = orders;
  return order ? (
    <Waiting reference={shown} until={order.holdExpiresAt} answer={answer} />
  ) : (
    <PaidMeanwhile key={shown} reference={shown} />
  );
}

interface WaitingProps {
  reference: string;
  until: string;
  answer: TimedAnswer;
}

function Waiting({ reference, until, answer }: WaitingProps) {
  const left = useSecondsLeft(until, answer);
  if (left === 0) return null;
  return (
    <Bar label="Pedido reservado" reference={reference} icon="clock" className="bg-warning-tint text-warning">
      Seu Pix está esperando:{' '}
      <span className="tabular">
        {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
      </span>
    </Bar>
  );
}

function PaidMeanwhile({ reference }: { reference: string }) {
  const { data, isPending } = useQuery({
    ...queries.orders.page.queryOptions({ input: { externalReference: reference } }),
    staleTime: 0,
    retry: false,
  });
  useLayoutEffect(() => {
    if (!isPending) freeOrderPlace();
  }, [isPending]);
  const status = data?.status;
  const isOver = status !== undefined && status !== 'pending' && status !== 'paid';
  useEffect(() => {
    if (isOver) deleteAwaitedOrder(reference);
  }, [isOver, reference]);
  return (
    // The bar sticks to the screen within the page, not within the region.
    <LiveRegion className="contents">
      {status === 'paid' && (
        <Bar
          label="Pagamento confirmado"
          reference={reference}
          icon="check"
          className="bg-success-tint text-success"
        >
          Pix confirmado! Veja seus números
        </Bar>
      )}
    </LiveRegion>
  );
}

interface BarProps {
  label: string;
  reference: string;
  icon: IconName;
  className: string;
  children: ReactNode;
}

function Bar({ label, reference, icon, className, children }: BarProps) {
  return (
    <aside
      aria-label={label}
      data-open-order
      className={classNames('sticky top-17 z-20 low-window:static', className)}
    >
      <Link
        to={links.order(reference)}
        className="shell flex min-h-11 items-center justify-center gap-2 py-2 text-sm font-semibold underline-offset-4 hover:underline"
      >
        <Icon name={icon} className="size-4.5 shrink-0" />
        <span>{children}</span>
        <Icon name="chevronRight" className="size-4.5 shrink-0" />
      </Link>
    </aside>
  );
}
