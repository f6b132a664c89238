import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { GroupPart, GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { OrderNumbers } from '../../orders/order-numbers.tsx';
import { Button } from '../../ui/button.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { ErrorState, Spinner } from '../../ui/states.tsx';
import { useUnreadPlans } from '../choose/unread-plans.tsx';
import { usePlans } from '../choose/use-plans.ts';
import { retryFailed } from '../../fetching/failures/retry-failed.ts';
import { PartOrder } from './part-order.tsx';
import { offerOfPart } from './part-to-take.ts';

interface TakePartSheetProps {
  group: GroupPurchase;
  part: GroupPart;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Takes a free part; its Pix code is on the page of the group. A part that someone else took cannot be ordered. */
export default function TakePartSheet({ group, part: pressed, open, onOpenChange }: TakePartSheetProps) {
  const [partNo, setPartNo] = useState(pressed.partNo);
  const offer = offerOfPart(group, partNo);
  const part = group.parts.find((each) => each.partNo === partNo)!;
  const isGone = offer.kind !== 'take';
  const close = () => onOpenChange(false);
  const form = useRef<HTMLDivElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The browser takes the focus from a hidden field later.
    if (isGone && form.current?.contains(document.activeElement)) nextButton.current?.focus();
  }, [isGone]);
  const body = useFocusNext<HTMLDivElement>(`${partNo} ${offer.kind}`);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Parte ${part.partNo} do bolão`}
      description={`${group.name} · ${group.rifa.title}`}
    >
      <div ref={body} className="grid">
        <LiveRegion>{isGone && <p className="font-semibold">{offer.sentence}</p>}</LiveRegion>
        {isGone && (
          <Button
            ref={nextButton}
            size="lg"
            block
            className="mt-5"
            onClick={offer.kind === 'other' ? () => setPartNo(offer.part.partNo) : close}
          >
            {offer.kind === 'other' ? `Pegar a parte ${offer.part.partNo}` : 'Voltar ao bolão'}
          </Button>
        )}
        {/* Keeps the typed values. */}
        <div ref={form} hidden={isGone}>
          <Part group={group} part={part} onOrdered={close} />
        </div>
      </div>
    </Dialog>
  );
}

function Part({
  group,
  part,
  onOrdered,
}: Pick<TakePartSheetProps, 'group' | 'part'> & { onOrdered: () => void }) {
  const rifa = useQuery(queries.rifas.find.queryOptions({ input: { id: group.rifa.id } }));
  const own = { plans: rifa.data?.plans ?? null };
  const plans = usePlans(own);
  const loadPlans = useUnreadPlans(own);
  // Without its plan, a part would be priced by its quantity.
  const loadAgain = retryFailed([rifa]) ?? (group.tier === null ? null : loadPlans);
  if (loadAgain) return <ErrorState title="Não foi possível carregar a rifa." onRetry={loadAgain} />;
  if (!rifa.data || !plans) return <Spinner className="min-h-60" />;
  return (
    <PartOrder
      rifa={rifa.data}
      quantity={group.quantity}
      tier={plans.find(({ key }) => key === group.tier) ?? null}
      group={{ kind: 'take', token: group.token, partNo: part.partNo }}
      takeRemainder={ignore}
      returnTo={links.group(group.token)}
      onOrdered={onOrdered}
    >
      <div className="grid gap-2">
        <p className="font-bold">
          {group.cotas === 1 ? 'A cota desta parte' : `As ${group.cotas} cotas desta parte`}
        </p>
        <OrderNumbers item={{ selectedNumbers: part.numbers, totalNumbers: group.rifa.totalNumbers }} />
        <p className="text-sm text-ink-soft">
          {group.cotas === 1 ? 'É sua quando você pagar.' : 'São suas quando você pagar.'} Se for sorteada, o
          prêmio é de quem pagou a parte.
        </p>
      </div>
    </PartOrder>
  );
}

/** The number of cotas of a part is fixed. */
function ignore(): void {}
