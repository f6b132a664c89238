import { Link } from 'react-router';
import type { OrderItem, OrderPage } from '@mare/contract/orders/orders.ts';
import { discountLabel } from '@mare/domain/checkout/discounts.ts';
import { formatBrl, formatCotaNumber, formatCount, formatLongDate } from '../format.ts';
import { links } from '../links.ts';
import { Card } from '../ui/card.tsx';
import { cotasLabel } from '../rifa-display/price-labels.ts';
import { OrderNumbers } from './order-numbers.tsx';
import { Icon } from '../ui/style/icons.tsx';
import { RifaPicture } from '../rifa-display/rifa-picture.tsx';

interface OrderItemListProps {
  order: Pick<OrderPage, 'status' | 'items' | 'totalCentavos'> &
    Partial<Pick<OrderPage, 'discounts' | 'returned' | 'sealed' | 'givenAway' | 'returnedCentavos' | 'won'>> &
    Partial<Pick<OrderPage, 'cashOwedCentavos'>>;
  /** The numbers are shown elsewhere on the page. */
  withoutNumbers?: boolean;
}

/** Lines of an order with all numbers, the total, its discounts and its refunds. */
export function OrderItemList({ order, withoutNumbers = false }: OrderItemListProps) {
  const { status, discounts = [], returned = [], sealed = [], givenAway = 0, won = [] } = order;
  const { cashOwedCentavos: cashOwed = 0 } = order;
  const withCotas = [...returned, ...sealed].reduce((sum, { centavos }) => sum + centavos, 0);
  // If everything was returned, the page's heading shows it.
  const others = status === 'paid' ? (order.returnedCentavos ?? 0) - withCotas : 0;
  return (
    <Card padded className="grid gap-6">
      <ul className="grid gap-6">
        {order.items.map((item) => (
          <OrderLine
            key={`${item.rifaId}-${item.selectedNumbers[0]}`}
            item={item}
            won={won.filter(({ rifaId }) => rifaId === item.rifaId)}
            isOwn={status === 'pending' || (status === 'paid' && givenAway === 0)}
            withoutNumbers={withoutNumbers}
          />
        ))}
      </ul>
      <div className="grid gap-3 border-t border-line pt-4">
        <p className="flex justify-between font-display text-xl font-bold">
          <span>{withCotas > 0 || others > 0 ? 'Total pago' : 'Total'}</span>
          <span className="tabular">{formatBrl(order.totalCentavos)}</span>
        </p>
        {discounts.map((discount) => (
          <p key={discount.kind} className="flex justify-between gap-4 text-sm text-success">
            <span className="min-w-0 break-words">{discountLabel(discount)}, já descontado</span>
            <span className="tabular shrink-0">{formatBrl(discount.amountCentavos)}</span>
          </p>
        ))}
        {returned.map(({ title, quantity, centavos, isRifaCancelled }) => (
          <p key={title} className="flex justify-between gap-4 text-sm text-ink-soft">
            <span className="min-w-0 break-words">
              Devolvido: {formatCount(quantity, 'cota', 'cotas')} de {title}
              {isRifaCancelled && ' (rifa cancelada)'}
            </span>
            <span className="tabular shrink-0">− {formatBrl(centavos)}</span>
          </p>
        ))}
        {sealed.map(({ title, quantity, centavos }) => (
          <p key={title} className="flex justify-between gap-4 text-sm text-ink-soft">
            <span className="min-w-0 break-words">
              Devolvido: {formatCount(quantity, 'cota', 'cotas')} de {title}, ainda na lista do sorteio
            </span>
            <span className="tabular shrink-0">− {formatBrl(centavos)}</span>
          </p>
        ))}
        {others > 0 && (
          <p className="flex justify-between gap-4 text-sm text-ink-soft">
            <span>Outro valor devolvido</span>
            <span className="tabular shrink-0">− {formatBrl(others)}</span>
          </p>
        )}
        {cashOwed > 0 && (
          <p className="flex justify-between gap-4 text-sm font-semibold text-warning">
            <span>Disso, falta entregar a você</span>
            <span className="tabular shrink-0">{formatBrl(cashOwed)}</span>
          </p>
        )}
      </div>
    </Card>
  );
}

interface OrderLineProps {
  item: OrderItem;
  won: OrderPage['won'];
  /** The buyer has or can still get all its numbers. */
  isOwn: boolean;
  withoutNumbers: boolean;
}

function OrderLine({ item, won, isOwn, withoutNumbers }: OrderLineProps) {
  const [own, former] =
    item.quantity === 1 ? ['Seu número', 'Número do pedido'] : ['Seus números', 'Números do pedido'];
  return (
    <li className="grid gap-4">
      <div className="grid grid-cols-[--spacing(20)_1fr] items-center gap-x-4 gap-y-2 sm:grid-cols-[6rem_1fr_auto]">
        <RifaPicture image={item.image} sizes="6rem" className="aspect-4/3 w-full rounded-md" />
        <h2 className="text-lg leading-snug">{item.title}</h2>
        <span className="tabular font-bold max-sm:order-last max-sm:col-span-2 max-sm:justify-self-end">
          {formatBrl(item.totalCentavos)}
        </span>
        <p className="text-sm text-ink-soft max-sm:col-span-2 sm:col-span-2 sm:col-start-2 sm:-mt-4">
          {cotasLabel(item.quantity - item.bonusQuantity, item.bonusQuantity)} · <DrawOf item={item} />
        </p>
      </div>
      {won.length > 0 && <WonPrizes won={won} totalNumbers={item.totalNumbers} />}
      {!withoutNumbers && (
        <div>
          <h3 className="mb-2 text-sm font-bold">{isOwn ? own : former}</h3>
          <OrderNumbers item={item} won={won.map(({ number }) => number)} />
        </div>
      )}
    </li>
  );
}

function WonPrizes({ won, totalNumbers }: { won: OrderPage['won']; totalNumbers: number }) {
  return (
    <div className="grid gap-1 rounded-md bg-sea-tint px-4 py-3">
      {won.map(({ position, number, prize, isBuyers }) => (
        <p key={position} className="flex items-start gap-2 font-bold">
          <Icon name="trophy" className="mt-0.5 size-5 text-sea" />O número{' '}
          {formatCotaNumber(number, totalNumbers)}
          {!isBuyers && ', que foi dado de presente,'} ganhou o {position}º lugar: {prize}.
        </p>
      ))}
      {won.some(({ isBuyers }) => isBuyers) && (
        <Link to={links.myPrizes()} className="text-link justify-self-start">
          Ver em Meus prêmios
        </Link>
      )}
    </div>
  );
}

function DrawOf({ item }: { item: OrderItem }) {
  if (item.rifaStatus === 'cancelled') return 'rifa cancelada';
  if (item.rifaStatus !== 'completed') return `sorteio em ${formatLongDate(item.drawDate)}`;
  return (
    <Link to={links.draw(item.rifaId)} className="text-link">
      sorteada: ver o resultado
    </Link>
  );
}
