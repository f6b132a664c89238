import type { Order, OrderItem } from '@mare/contract/orders/orders.ts';
import { formatBrl, formatCotaNumber, formatLongDate } from '../format.ts';
import { Card } from '../ui/card.tsx';
import { NumberChip } from '../ui/data-display/number-chip.tsx';
import { cotasLabel } from '../rifa-display/price-labels.ts';
import { RifaPicture } from '../rifa-display/rifa-picture.tsx';

interface OrderItemListProps {
  order: Pick<Order, 'items' | 'totalCentavos'>;
  /** The numbers come one by one: the order was paid this moment. */
  arriving?: boolean;
}

/** Lines of an order with all numbers, and the total. */
export function OrderItemList({ order, arriving = false }: OrderItemListProps) {
  return (
    <Card padded className="grid gap-6">
      <ul className="grid gap-6">
        {order.items.map((item) => (
          <OrderLine key={`${item.rifaId}-${item.selectedNumbers[0]}`} item={item} arriving={arriving} />
        ))}
      </ul>
      <p className="flex justify-between border-t border-line pt-4 font-display text-xl font-bold">
        <span>Total</span>
        <span className="tabular">{formatBrl(order.totalCentavos)}</span>
      </p>
    </Card>
  );
}

/** Between two numbers that arrive (ms). Those after the first few arrive together. */
const APART_MS = 120;
const ONE_BY_ONE = 24;

function OrderLine({ item, arriving }: { item: OrderItem; arriving: boolean }) {
  return (
    <li className="grid gap-4">
      <div className="grid grid-cols-[5rem_1fr] items-center gap-x-4 gap-y-2 sm:grid-cols-[6rem_1fr_auto]">
        <RifaPicture image={item.image} sizes="6rem" className="aspect-4/3 w-full rounded-md" />
        <h2 className="text-lg leading-snug">{item.title}</h2>
        <span className="tabular font-bold max-sm:order-last max-sm:col-span-2 max-sm:justify-self-end">
          {formatBrl(item.totalCentavos)}
        </span>
        <p className="text-sm text-ink-soft max-sm:col-span-2 sm:col-span-2 sm:col-start-2 sm:-mt-4">
          {cotasLabel(item.quantity - item.bonusQuantity, item.bonusQuantity)} · sorteio em{' '}
          {formatLongDate(item.drawDate)}
        </p>
      </div>
      <div>
        <h3 className="mb-2 text-sm font-bold">{item.quantity === 1 ? 'Seu número' : 'Seus números'}</h3>
        <ul
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list scrolls, by keyboard too
          tabIndex={0}
          aria-label="Números"
          className="flex max-h-102 flex-wrap gap-2 overflow-y-auto rounded-sm"
        >
          {item.selectedNumbers.map((number, index) => (
            <li
              key={number}
              className={arriving ? 'motion-safe:animate-arrive' : undefined}
              style={arriving ? { animationDelay: `${Math.min(index, ONE_BY_ONE) * APART_MS}ms` } : undefined}
            >
              <NumberChip size="md">{formatCotaNumber(number, item.totalNumbers)}</NumberChip>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
