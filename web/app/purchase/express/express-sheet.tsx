import { Suspense, useEffect, useState } from 'react';
import type { PurchaseTier, RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { requestNumbers } from '../../cart/request-numbers.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { readSavedChoice } from '../choose/choice-draft.ts';
import { orderBounds } from '@mare/domain/checkout/order-bounds.ts';
import { useNumberChoice } from '../choose/use-number-choice.ts';
import { OrderLoading } from '../pay/order-loading.tsx';
import { OrderNextStep } from '../pay/order-next-step.tsx';
import { PaidMoment } from '../pay/paid-moment.tsx';
import { useLiveOrder } from '../pay/use-live-order.ts';
import { links } from '../../links.ts';
import { PlanHint } from '../choose/plan-hint.tsx';
import { QuantityChoice } from '../choose/quantity-choice.tsx';
import { UnreadPlans } from '../choose/unread-plans.tsx';
import { usePlans } from '../choose/use-plans.ts';
import { Spinner } from '../../ui/states.tsx';
import { readExpressChoice, saveExpressChoice } from './express-draft.ts';
import { OrderStep } from './order-step.tsx';

const PhoneOffer = lazyComponent(() => import('../../accounts/phone/phone-offer.tsx'));

interface ExpressSheetProps {
  rifa: RifaDetail;
  /** Preselected choice. */
  plan: PurchaseTier | undefined;
  /** Whether the buyer returns from the sign-in, with a choice. */
  isReturn: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Express purchase: plan, missing data, payment by Pix and its confirmation, without leaving the page of the rifa. */
export default function ExpressSheet({ open, onOpenChange, ...choosing }: ExpressSheetProps) {
  const [reference, setReference] = useState<string | null>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={reference ? 'Seu pedido' : 'Participar'}
      description={choosing.rifa.title}
    >
      {reference ? (
        <Payment externalReference={reference} />
      ) : (
        <LoadedChoice {...choosing} onOrdered={setReference} />
      )}
    </Dialog>
  );
}

interface ChoosingProps extends Pick<ExpressSheetProps, 'rifa' | 'plan' | 'isReturn'> {
  plans: PurchaseTier[];
  onOrdered: (externalReference: string) => void;
}

/** Waits for the plans: without them, a plan chosen before the sign-in would become a quantity. */
function LoadedChoice(props: Omit<ChoosingProps, 'plans'>) {
  const plans = usePlans(props.rifa);
  return plans ? <Choosing {...props} plans={plans} /> : <Spinner className="min-h-60" />;
}

function Choosing({ rifa, plan, plans, isReturn, onOrdered }: ChoosingProps) {
  const { min, max } = orderBounds(rifa);
  const chooser = useNumberChoice(
    (quantity) => requestNumbers(rifa.id, quantity, rifa.totalNumbers),
    () => (isReturn ? readSavedChoice(rifa, max) : undefined),
  );
  const [isFresh] = useState(chooser.choice.quantity === 0);
  const { choice, choosePlan, chooseQuantity } = chooser;
  useEffect(() => {
    if (!isFresh) return;
    const first = readExpressChoice(rifa, plans) ?? plan ?? min;
    if (typeof first === 'number') chooseQuantity(first);
    else choosePlan(first);
    // Once: later the buyer chooses.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => {
    if (choice.quantity > 0) saveExpressChoice(rifa.id, choice);
  }, [rifa.id, choice]);
  return (
    <OrderStep
      rifa={rifa}
      choice={choice}
      takeRemainder={chooser.takeRemainder}
      returnTo={links.express(rifa.id)}
      onOrdered={onOrdered}
    >
      <UnreadPlans rifa={rifa} />
      <QuantityChoice rifa={rifa} chooser={chooser}>
        <PlanHint rifa={rifa} choice={choice} onChoosePlan={choosePlan} />
      </QuantityChoice>
    </OrderStep>
  );
}

function Payment({ externalReference }: { externalReference: string }) {
  const order = useLiveOrder(externalReference);
  const shell = useFocusNext<HTMLDivElement>(order.data ? 'order' : 'loading', 'at once');
  const isArriving = order.data?.status === 'paid' && !order.data.refundUnderWay;
  return (
    <div ref={shell} className="grid grid-cols-[minmax(0,1fr)] gap-6 [--pay-top:-1.25rem]">
      <OrderLoading order={order} />
      {order.data && isArriving && (
        <div aria-live="polite">
          <PaidMoment order={order.data} />
        </div>
      )}
      {isArriving && (
        <Suspense fallback={null}>
          <PhoneOffer />
        </Suspense>
      )}
      {order.data && <OrderNextStep order={order.data} isArriving={isArriving} />}
    </div>
  );
}
