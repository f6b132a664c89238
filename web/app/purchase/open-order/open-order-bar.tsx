import { Link, useLocation } from 'react-router';
import { useCartCount } from '../../cart/cart-count.ts';
import { links } from '../../links.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { useSecondsLeft } from '../pay/use-seconds-left.ts';
import { useOpenOrders } from './use-open-orders.ts';

/** Below the header, also of a page that Back opens in the middle: the order that waits for its payment, on every page but its own. */
export default function OpenOrderBar() {
  const { orders, now } = useOpenOrders();
  const { pathname, search } = useLocation();
  const [order] = orders;
  const isCartEmpty = useCartCount() === 0;
  if (!order) return null;
  const own = [links.order(order.externalReference), links.checkoutOrder(order.externalReference)];
  // Without a cart, the checkout shows the order.
  if (isCartEmpty) own.push(links.checkout());
  if (own.includes(`${pathname}${search}`)) return null;
  return <Bar key={now} reference={order.externalReference} until={order.holdExpiresAt} now={now} />;
}

interface BarProps {
  reference: string;
  until: string;
  now: string;
}

function Bar({ reference, until, now }: BarProps) {
  const left = useSecondsLeft(until, now);
  if (left === 0) return null;
  return (
    <aside
      aria-label="Pedido reservado"
      data-open-order
      className="sticky top-17 z-20 bg-warning-tint text-warning"
    >
      <Link
        to={links.order(reference)}
        className="shell flex min-h-11 items-center justify-center gap-2 py-2 text-sm font-semibold underline-offset-4 hover:underline"
      >
        <Icon name="clock" className="size-4.5 shrink-0" />
        <span>
          Você tem um pedido reservado:{' '}
          <span className="tabular">
            {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
          </span>
        </span>
      </Link>
    </aside>
  );
}
