import { Link } from 'react-router';
import type { OrderDetail } from '@mare/contract/admin/order-detail.ts';
import { discountLabel } from '@mare/domain/checkout/discounts.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { channelChoices } from '../../admin/orders/order-filters.ts';
import { personLink } from '../../admin/people/person-labels.ts';
import { FactList } from '../../admin/fact-list.tsx';
import { Section } from '../../admin/people/person-section.tsx';
import { useRecordTitle } from '../../document/use-record-title.ts';
import { formatBrl, formatCotaNumber, formatCount, formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { orderTitle } from '../../orders/order-title.ts';
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx';
import { Permitted } from '../../admin/permissions/permitted.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Badge } from '../../ui/data-display/badge.tsx';
import { PaymentHistoryView } from '../admin/payment-history-view.tsx';
import { OrderContact } from './order-contact.tsx';
import { OrderGroup } from './order-group.tsx';
import { OrderMails } from './order-mails.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderNotes } from './order-notes.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { OrderTags } from './order-tags.tsx';
import { OrderTickets } from './order-tickets.tsx';

/** All data of an order, for the panel. */
export default function KnownOrder({ order }: { order: OrderDetail }) {
  const title = `Pedido de ${order.buyer.name ?? order.buyer.email ?? 'quem não tem nome'}: ${orderTitle({
    rifaTitle: order.lines[0]?.title ?? 'sem cotas',
    rifas: new Set(order.lines.map(({ rifaId }) => rifaId)).size,
  })}`;
  useRecordTitle(title);
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="w-full text-2xl wrap-anywhere">{title}</h1>
        <p className="tabular text-2xl font-bold">{formatBrl(order.totalCentavos)}</p>
        <OrderStatusBadge {...order} />
        {order.needsReview && <Badge tone="danger">Precisa de revisão</Badge>}
        <LinkButton to={links.order(order.externalReference)} variant="outline" size="sm">
          Ver como o comprador
        </LinkButton>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
        <Facts order={order} />
        <Lines order={order} />
        <OrderGroup order={order} />
        <OrderContact order={order} />
        <OrderMails order={order} />
        <Permitted to="view-money">
          <Section title="Pagamento">
            <PaymentHistoryView search={order.externalReference} />
          </Section>
        </Permitted>
        <OrderTimeline order={order} />
        <OrderMoney order={order} />
        <OrderTags order={order} />
        <OrderNotes order={order} />
        <OrderTickets order={order} />
        {order.gifts.length > 0 && <Gifts gifts={order.gifts} />}
        {order.prizes.length > 0 && <Prizes prizes={order.prizes} />}
      </div>
    </>
  );
}

function Facts({ order }: { order: OrderDetail }) {
  const { buyer, coupon, discounts, affiliateCode } = order;
  const facts: [string, string][] = [
    ['Feito em', formatDateTime(order.createdAt)],
    order.paidAt
      ? ['Pago em', formatDateTime(order.paidAt)]
      : ['Reservado até', formatDateTime(order.holdExpiresAt)],
    ['Canal', channelChoices[order.channel]],
    ['Devolvido', formatBrl(order.returnedCentavos)],
    ...(order.chargedBackCentavos > 0
      ? [['Contestação perdida', formatBrl(order.chargedBackCentavos)] satisfies [string, string]]
      : []),
    ['Cupom', coupon ?? 'Nenhum'],
    ...discounts.map((discount): [string, string] => [
      `Desconto (${discountLabel(discount)})`,
      formatBrl(discount.amountCentavos),
    ]),
    ['Afiliado', affiliateCode ?? 'Nenhum'],
    ['Referência', order.externalReference],
  ];
  return (
    <Section title="Dados">
      <p>
        <Link to={personLink(buyer.id)} className="text-link font-semibold">
          {buyer.name ?? buyer.email ?? 'Sem nome'}
        </Link>
      </p>
      <FactList facts={facts} className="sm:grid-cols-2" />
    </Section>
  );
}

const listExclusionReasons = {
  dispute: 'o pagamento estava em contestação',
  refund: 'havia uma devolução em andamento',
};

const isReduced = ({
  quantity,
  bonusQuantity,
  unitPriceCentavos,
  totalCentavos,
}: OrderDetail['lines'][number]) => totalCentavos < (quantity - bonusQuantity) * unitPriceCentavos;

function Lines({ order: { lines } }: { order: OrderDetail }) {
  return (
    <Section title="Cotas">
      <ul className="grid gap-4">
        {lines.map((line) => (
          <li key={line.lineNo} className="grid gap-1 text-sm">
            <strong className="wrap-anywhere">{line.title}</strong>
            <span className="tabular text-ink-soft">
              {formatCount(line.quantity, 'cota', 'cotas')}
              {line.bonusQuantity > 0 && `, ${line.bonusQuantity} de bônus`} ·{' '}
              {formatBrl(line.unitPriceCentavos)} cada · {formatBrl(line.totalCentavos)}
              {isReduced(line) && ', com combo ou desconto'}
            </span>
            {line.leftOut && (
              <span>
                {formatCount(line.leftOut.cotas, 'cota ficou', 'cotas ficaram')} fora da lista do sorteio:
                quando ela fechou, {listExclusionReasons[line.leftOut.reason]}.
              </span>
            )}
            <details>
              <summary className="min-h-6 cursor-pointer font-semibold text-sea">Ver números</summary>
              <p className="tabular max-h-60 overflow-y-auto pt-2 leading-relaxed">
                {line.numbers.map((number) => formatNumber(number, line.totalNumbers)).join('  ')}
                {line.quantity > line.numbers.length && ' e outros'}
              </p>
            </details>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const giftStates = { waiting: 'esperando', claimed: 'recebido', cancelled: 'cancelado' };

function Gifts({ gifts }: Pick<OrderDetail, 'gifts'>) {
  return (
    <Section title="Presentes">
      <ul className="grid gap-2 text-sm">
        {gifts.map((gift) => (
          <li key={gift.id} className="wrap-anywhere">
            Número {formatCotaNumber(gift.number, gift.totalNumbers)} de {gift.rifaTitle} para{' '}
            {gift.recipientName}: {giftStates[gift.state]}
            <span className="block text-ink-soft">{formatDateTime(gift.createdAt)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const prizeLabels: Record<OrderDetail['prizes'][number]['state'], string | null> = {
  won: null,
  on_hold: 'em espera: o pagamento está em contestação ou foi devolvido',
  delivered: 'entregue',
  expired: 'prazo perdido',
  void: 'anulada: o pagamento voltou antes da entrega',
};

function Prizes({ prizes }: Pick<OrderDetail, 'prizes'>) {
  return (
    <Section title="Prêmios">
      <ul className="grid gap-2 text-sm">
        {prizes.map((prize) => (
          <li key={`${prize.rifaTitle} ${prize.name} ${prize.number}`} className="wrap-anywhere">
            {prize.name} de {prize.rifaTitle}
            {prize.number !== null && `, com o número ${formatCotaNumber(prize.number, prize.totalNumbers)}`}
            <span className="block text-ink-soft">
              {formatDateTime(prize.at)}
              {prizeLabels[prize.state] && ` · ${prizeLabels[prize.state]}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
