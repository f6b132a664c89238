import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { usePlans } from '../choose/use-plans.ts';
import { useEffect, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Navigate } from 'react-router';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { areSalesOver } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { useSession } from '../../session/session.ts';
import { queries } from '../../api.ts';
import { isUnavailable } from '../../fetching/failures/is-api-error.ts';
import { SHOP_UNAVAILABLE } from '../../fetching/failures/shop-unavailable.ts';
import { requestNumbers } from '../../cart/request-numbers.ts';
import { formatBrl, formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { ChosenNumbers } from '../choose/numbers/chosen-numbers.tsx';
import { NotEligibleNotice } from '../../orders/eligibility/not-eligible-notice.tsx';
import { NumberPicker } from '../choose/numbers/number-picker.tsx';
import { ComboList } from '../choose/combo-list.tsx';
import { PlanChooser } from '../choose/plan-chooser.tsx';
import { UnreadPlans } from '../choose/unread-plans.tsx';
import { PrizeList } from '../../rifa-display/prize-list.tsx';
import { SalesEnd } from '../../rifa-display/sales-end.tsx';
import { PersonLimitNote } from '../choose/person-limit-note.tsx';
import { ServicePrizeNote } from '../choose/service-prize-note.tsx';
import { useNumberChoice } from '../choose/use-number-choice.ts';
import { RedirectHome } from '../../rifa-display/rifa-loading.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState, Spinner } from '../../ui/states.tsx';
import { saveChoice, readSavedChoice } from '../choose/choice-draft.ts';
import { UnreadBuyer } from '../../orders/eligibility/unread-buyer.tsx';
import { BuyerQuestion } from './customer/buyer-question.tsx';
import { ManualQuantity } from '../choose/manual-quantity.tsx';
import { PlanHint } from '../choose/plan-hint.tsx';
import { orderBounds, type OrderBounds } from '@mare/domain/checkout/order-bounds.ts';
import { PayBar } from './pay-bar.tsx';
import { useRifaPurchase } from './use-rifa-purchase.ts';
import { PurchaseButton, PurchaseSummary } from './rifa-summary.tsx';
import { RifaPicture } from '../../rifa-display/rifa-picture.tsx';

/** Checkout of one rifa, paid by Pix. Visitors sign in first. */
export function RifaCheckout({ rifaId }: { rifaId: string }) {
  const session = useSession();
  const rifa = useQuery(queries.rifas.find.queryOptions({ input: { id: rifaId } }));
  // Most rifas have the shop's plans: loaded beside the rifa, not after it.
  usePrefetchQuery(queries.rifas.tiers.queryOptions());
  const enabled = session.status === 'signed-in';
  // Both awaited: a reason against the purchase stands above the choice, which it would move under a finger.
  const participation = useQuery({
    ...queries.rifas.participation.queryOptions({ input: { id: rifaId } }),
    enabled,
  });
  const profile = useQuery({ ...queries.accounts.me.queryOptions(), enabled });
  // A failed read that is repeated keeps the page.
  const [wasRead, setWasRead] = useState(false);
  const isRead = session.status === 'signed-in' && !participation.isPending && !profile.isPending;
  if (isRead && !wasRead) setWasRead(true);
  if (session.status === 'visitor') return <Navigate to={links.auth(links.purchase(rifaId))} replace />;
  if (isUnavailable(rifa.error) && !rifa.data)
    return (
      <main id="conteudo">
        <ErrorState level={1} title={SHOP_UNAVAILABLE} onRetry={() => rifa.refetch()} />
      </main>
    );
  if (rifa.isError && !rifa.data) return <RedirectHome />;
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      {rifa.data && (isRead || wasRead) ? (
        <PurchaseUnlessOver rifa={rifa.data} />
      ) : (
        <Spinner className="min-h-[60svh]" />
      )}
    </main>
  );
}

/** Redirects to the rifa's page, which shows why it is not on sale; not if sales end while the buyer is here. */
function PurchaseUnlessOver({ rifa }: { rifa: RifaDetail }) {
  const [wasOver] = useState(areSalesOver(rifa.status));
  return wasOver ? <Navigate to={links.rifaDetail(rifa.id)} replace /> : <Purchase rifa={rifa} />;
}

function Purchase({ rifa }: { rifa: RifaDetail }) {
  const bounds = orderBounds(rifa);
  const chooser = useNumberChoice(
    (quantity) => requestNumbers(rifa.id, quantity, rifa.totalNumbers),
    () => readSavedChoice(rifa, bounds.max),
  );
  const { choice } = chooser;
  useEffect(() => {
    if (!choice.drawing) saveChoice(rifa.id, choice.quantity > 0 ? choice : null);
  }, [rifa.id, choice]);
  const purchase = useRifaPurchase(rifa, { choice, takeRemainder: chooser.takeRemainder });
  const { participation } = purchase;
  return (
    <>
      <h1 className="mb-6 text-3xl">Comprar cotas</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
        <div className="grid gap-6">
          <RifaHeading rifa={rifa} />
          <ServicePrizeNote rifa={rifa} participation={participation} />
          {purchase.retryBuyer && <UnreadBuyer onRetry={purchase.retryBuyer} />}
          {purchase.isDenied && (
            <NotEligibleNotice participation={participation} pauseReason={rifa.pauseReason} />
          )}
          <ChooseCotas rifa={rifa} bounds={bounds} chooser={chooser} />
          {/* Below the choice, which it would move under a finger when the answer arrives. */}
          {purchase.asksDetails && (
            <Card padded className="grid gap-5">
              <h2 className="text-xl">Sobre você</h2>
              <p className="text-ink-soft">Perguntamos uma vez só; depois fica em Minha Conta.</p>
              <FormProvider {...purchase.details}>
                <BuyerQuestion profile={purchase.profile} />
              </FormProvider>
            </Card>
          )}
        </div>
        <PurchaseSummary rifa={rifa} choice={choice} purchase={purchase} />
        <PrizeList prizes={rifa.prizes} />
        <PayBar
          totalCentavos={choice.quantity === 0 ? 0 : purchase.price.quote?.totalCentavos}
          isBlocked={
            choice.quantity > 0 &&
            purchase.price.quote !== undefined &&
            !purchase.ready &&
            !purchase.processing
          }
        >
          <PurchaseButton purchase={purchase} />
        </PayBar>
      </div>
    </>
  );
}

function RifaHeading({ rifa }: { rifa: RifaDetail }) {
  return (
    <div className="flex items-center gap-4">
      <RifaPicture image={rifa.image} sizes="8rem" className="aspect-4/3 w-24 shrink-0 rounded-md sm:w-32" />
      <div className="min-w-0">
        <p className="font-display text-xl font-bold">{rifa.title}</p>
        <p className="text-ink-soft">{formatBrl(rifa.priceCentavos)} por cota</p>
        <p className="text-sm text-ink-soft">
          Sorteio em <time dateTime={rifa.drawDate}>{formatDateTime(rifa.drawDate)}</time>
        </p>
        <SalesEnd salesEndAt={rifa.salesEndAt} />
      </div>
    </div>
  );
}

interface ChooseCotasProps {
  rifa: RifaDetail;
  bounds: OrderBounds;
  chooser: ReturnType<typeof useNumberChoice>;
}

/** Choice by plan, combo, quantity or individual numbers. */
function ChooseCotas({ rifa, bounds, chooser }: ChooseCotasProps) {
  const { min, max, typedMax } = bounds;
  const plans = usePlans(rifa);
  const { choice } = chooser;
  return (
    <Card padded className="grid gap-6">
      <h2 className="text-xl">Escolha seu pacote</h2>
      <PersonLimitNote rifa={rifa} />
      <PlanChooser
        tiers={plans}
        chosen={choice.tier}
        onChoose={chooser.choosePlan}
        price={rifa}
        bounds={bounds}
      />
      <UnreadPlans rifa={rifa} />
      <ComboList
        rifa={rifa}
        quantity={choice.tier ? 0 : choice.quantity}
        max={max}
        onChoose={chooser.chooseQuantity}
      />
      <ManualQuantity
        quantity={choice.tier || choice.quantity > typedMax ? null : choice.quantity || null}
        min={min}
        max={typedMax}
        orderMax={max}
        onChange={chooser.chooseQuantity}
      />
      <PlanHint rifa={rifa} choice={choice} onChoosePlan={chooser.choosePlan} />
      {rifa.choosesNumbers && (
        <NumberPicker rifa={rifa} choice={choice} max={typedMax} onPick={chooser.pick} />
      )}
      {!choice.picked && (
        <ChosenNumbers choice={choice} totalNumbers={rifa.totalNumbers} onDrawAgain={chooser.drawAgain} />
      )}
    </Card>
  );
}
