import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { GivenGift } from '@mare/contract/orders/gifts.ts';
import type { Order, OrderItem } from '@mare/contract/orders/orders.ts';
import { isBeforeSalesEnd } from '@mare/domain/orders/sale-state.ts';
import { MAX_GIFT_COTAS } from '@mare/domain/orders/gifts/gift-bounds.ts';
import { countCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { useSession } from '../../session/session.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { CotaNumbers } from '../../rifa-display/cota-numbers.tsx';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useKeptFocus } from '../../ui/focus/use-kept-focus.ts';
import { type GiftDraft, GiveDialog } from './give-dialog.tsx';
import { GiftLink } from './gift-link.tsx';
import { listGiftable } from './list-giftable.ts';

/** Gifts of a paid order. Only for its buyer, while one of its rifas allows gifts. */
export function GiftsCard({ order }: { order: Order }) {
  const session = useSession();
  const { externalReference } = order;
  const givenCotas = useQuery({
    ...queries.orders.givenCotas.queryOptions({ input: { externalReference } }),
    enabled: session.status === 'signed-in',
    retry: false,
    staleTime: 0,
  });
  const [giving, setGiving] = useState(false);
  const [draft, setDraft] = useState<GiftDraft>();
  const [wasUndone, setUndone] = useState(false);
  // Moves focus: the pressed button disappears with its gift.
  const title = useKeptFocus<HTMLHeadingElement>(
    wasUndone && givenCotas.data ? givenCotas.data.gifts.length : -1,
  );
  if (!givenCotas.data) return null;
  const { gifts, open } = givenCotas.data;
  if (gifts.length === 0 && open.length === 0) return null;
  const canGive = listGiftable(order.items, open, gifts).length > 0;
  const itemOf = (rifaId: string) => order.items.find((item) => item.rifaId === rifaId);
  return (
    <Card padded className="grid gap-4">
      <h2 ref={title} tabIndex={-1} className="scroll-mt-28 text-xl outline-none">
        {canGive ? 'Dar cotas de presente' : 'Cotas dadas de presente'}
      </h2>
      {canGive && (
        <p className="text-ink-soft">
          Escolha uma ou várias: quem aceita concorre no seu lugar com elas. Cada presente leva até{' '}
          {MAX_GIFT_COTAS} cotas de uma rifa, e você pode dar quantos quiser.
        </p>
      )}
      {gifts.length > 0 && (
        <ul className="divide-y divide-line">
          {gifts.map((gift) => (
            <li key={gift.reference} className="py-3">
              <GivenRow gift={gift} item={itemOf(gift.rifaId)} onUndone={() => setUndone(true)} />
            </li>
          ))}
        </ul>
      )}
      {canGive && (
        <Button variant="outline" icon="gift" onClick={() => setGiving(true)}>
          Presentear cotas
        </Button>
      )}
      {giving && (
        <GiveDialog
          order={order}
          open={open}
          given={gifts}
          draft={draft}
          onDraft={setDraft}
          onClose={() => setGiving(false)}
        />
      )}
    </Card>
  );
}

const NUMBERS_SHOWN = 6;

interface GivenRowProps {
  gift: GivenGift;
  item: OrderItem | undefined;
  onUndone: () => void;
}

function GivenRow({ gift, item, onUndone }: GivenRowProps) {
  // After the end of sales it cannot be accepted.
  const isWaiting = !gift.isClaimed && item !== undefined && isBeforeSalesEnd(item);
  const cache = useQueryClient();
  const cancel = useMutation(
    queries.orders.cancelGift.mutationOptions({
      onSuccess: () => {
        toast.success('Presente desfeito.');
        onUndone();
      },
      onError: (error) => toast.error(errorMessage(error)),
      onSettled: () => cache.invalidateQueries({ queryKey: queries.orders.givenCotas.key() }),
    }),
  );
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <span className="min-w-0 grow font-semibold">
          {countCotas(gift.numbers.length)} para {gift.recipientName}
        </span>
        <Badge tone={gift.isClaimed ? 'success' : isWaiting ? 'warning' : 'neutral'}>
          {gift.isClaimed ? 'Aceito' : isWaiting ? 'À espera' : 'Não foi aceito'}
        </Badge>
      </div>
      <CotaNumbers numbers={gift.numbers} totalNumbers={item?.totalNumbers ?? 0} shown={NUMBERS_SHOWN} />
      {isWaiting && (
        <div className="flex flex-wrap items-center gap-2">
          <GiftLink
            reference={gift.reference}
            recipientName={gift.recipientName}
            cotas={gift.numbers.length}
          />
          <Button
            variant="quiet"
            size="sm"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ reference: gift.reference })}
          >
            Desfazer <span className="sr-only">o presente para {gift.recipientName}</span>
          </Button>
        </div>
      )}
    </div>
  );
}
