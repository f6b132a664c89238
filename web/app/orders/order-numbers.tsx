import type { OrderItem } from '@mare/contract/orders/orders.ts';
import { formatCotaNumber } from '../format.ts';
import { NumberChip } from '../ui/data-display/number-chip.tsx';

/** Delay between two tickets that turn over (ms). Those after the first few turn together. */
const STAGGER_MS = 120;
const ONE_BY_ONE = 24;

interface OrderNumbersProps {
  item: Pick<OrderItem, 'selectedNumbers' | 'totalNumbers'>;
  /** Turns the tickets over one by one, because the order was just paid. */
  arriving?: boolean;
  /** Numbers that won a prize. */
  won?: readonly number[];
}

/** All numbers of an order's line. */
export function OrderNumbers({ item, arriving = false, won }: OrderNumbersProps) {
  return (
    <ul
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list scrolls, by keyboard too
      tabIndex={0}
      aria-label="Números"
      className="flex max-h-102 flex-wrap gap-2 overflow-y-auto rounded-sm"
    >
      {item.selectedNumbers.map((number, index) => (
        <li key={number} className={arriving ? 'ticket grid rounded-[3px] motion-safe:bg-sun' : undefined}>
          <span
            className={arriving ? 'grid motion-safe:animate-turn-over' : undefined}
            style={arriving ? { animationDelay: `${Math.min(index, ONE_BY_ONE) * STAGGER_MS}ms` } : undefined}
          >
            <NumberChip size="md" tone={won?.includes(number) ? 'sun' : 'sea'}>
              {formatCotaNumber(number, item.totalNumbers)}
            </NumberChip>
          </span>
        </li>
      ))}
    </ul>
  );
}
