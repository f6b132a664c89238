import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { GroupPart, GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { OrderNumbers } from '../../orders/order-numbers.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { paidPartText } from './group-labels.ts';
import { LeaveOrder } from '../open-order/leave-order.tsx';
import { OrderLoading } from '../pay/order-loading.tsx';
import { PixPayment } from '../pay/pix-payment.tsx';
import { useArrivedNews } from '../pay/use-arrived-news.ts';
import { useLiveOrder } from '../pay/use-live-order.ts';

interface OwnPartProps {
  group: GroupPurchase;
  part: GroupPart;
  /** The Pix code takes the focus when it appears. */
  takesFocus: boolean;
}

/** The caller's own part: its Pix code while it is unpaid, then its confirmation. */
export function OwnPart({ group, part, takesFocus }: OwnPartProps) {
  const [wasWaiting] = useState(part.state === 'taken');
  if (part.state === 'taken')
    return <Waiting externalReference={part.externalReference!} takesFocus={takesFocus} />;
  if (part.state === 'returned')
    return (
      <Card padded className="grid gap-3">
        <p className="font-semibold">A sua parte foi devolvida.</p>
        <OrderLink part={part} />
      </Card>
    );
  return <Paid group={group} part={part} isArriving={wasWaiting} />;
}

interface PaidProps extends Pick<OwnPartProps, 'group' | 'part'> {
  /** Paid just now, on this page: moves the focus and sets the page's title. */
  isArriving: boolean;
}

function Paid({ group, part, isArriving }: PaidProps) {
  const { title, text } = paidPartText(group, part);
  const heading = useArrivedNews(title, isArriving);
  return (
    <Card padded className="grid gap-4 border-2 border-sea">
      <div className="flex items-start gap-3">
        <span
          className={`grid size-11 shrink-0 place-items-center rounded-full ${part.isDisputed ? 'bg-warning-tint text-warning' : 'bg-success-tint text-success'}`}
        >
          <Icon name={part.isDisputed ? 'info' : 'check'} className="size-6" />
        </span>
        <div className="grid gap-1">
          <h2 ref={heading} tabIndex={-1} className="scroll-mt-28 text-xl outline-none">
            {title}
          </h2>
          <p className="text-ink-soft">
            {text}
            {group.state === 'open' &&
              group.rifa.status === 'active' &&
              !part.isDisputed &&
              ' Agora chame quem falta.'}
          </p>
        </div>
      </div>
      <OrderNumbers
        item={{ selectedNumbers: part.numbers, totalNumbers: group.rifa.totalNumbers }}
        arriving={isArriving}
      />
      <OrderLink part={part} />
    </Card>
  );
}

function OrderLink({ part }: { part: GroupPart }) {
  return (
    <LinkButton variant="outline" block to={links.order(part.externalReference!)}>
      Ver meu pedido
    </LinkButton>
  );
}

function Waiting({
  externalReference,
  takesFocus,
}: { externalReference: string } & Pick<OwnPartProps, 'takesFocus'>) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) card.current?.focus();
    // Only on the first render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const order = useLiveOrder(externalReference);
  const cache = useQueryClient();
  const status = order.data?.status;
  const isReady = status === 'pending';
  useEffect(() => {
    const { current } = card;
    // The card was scrolled to, but has no name to read.
    if (isReady && takesFocus && document.activeElement === current)
      current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [isReady, takesFocus]);
  const isOver = status !== undefined && status !== 'pending';
  useEffect(() => {
    // The order is polled more often than the group.
    if (isOver) void cache.invalidateQueries({ queryKey: queries.orders.group.key() });
  }, [cache, isOver]);
  return (
    <Card ref={card} tabIndex={-1} padded className="grid scroll-mt-28 gap-5 outline-none">
      <OrderLoading order={order} />
      {order.data?.status === 'pending' && (
        <>
          {order.data.paymentFailure && (
            <p className="rounded-md bg-danger-tint px-4 py-3 font-semibold text-danger">
              {order.data.paymentFailure} A parte continua sua: você pode pagar de novo.
            </p>
          )}
          <PixPayment order={order.data} />
          <LeaveOrder order={order.data} />
        </>
      )}
    </Card>
  );
}
