import { FormProvider } from 'react-hook-form';
import type { GroupOfPayment } from '@mare/contract/orders/group-purchases.ts';
import { NotEligibleNotice } from '../../orders/eligibility/not-eligible-notice.tsx';
import { UnreadBuyer } from '../../orders/eligibility/unread-buyer.tsx';
import { Button } from '../../ui/button.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { MissingRegulation } from '../checkout/accept-regulations.tsx';
import { BuyerQuestion } from '../checkout/customer/buyer-question.tsx';
import { links } from '../../links.ts';
import { PayNotices } from '../checkout/pay-notices.tsx';
import { useRifaPurchase } from '../checkout/use-rifa-purchase.ts';
import type { OnOrdered } from '../place-order/use-rifa-order.ts';
import { ServicePrizeNote } from '../choose/service-prize-note.tsx';
import { DiscountLines } from '../quote/discount-lines.tsx';
import type { ExpressStepProps } from './express-step.ts';
import { ExpressFoot } from './express-foot.tsx';
import { type ExpressOrder, useExpressOrder } from './use-express-order.ts';

export interface BuyerStepProps extends ExpressStepProps {
  /** Details that the visitor entered, if this purchase has just created the account. */
  stated: ExpressOrder | undefined;
  /** Called when the buyer accepts the remaining cotas. */
  takeRemainder: (quantity: number) => void;
  /** Action of the order on a group purchase. */
  group?: GroupOfPayment;
  onOrdered: OnOrdered;
}

/** Choice, missing data and consent of a signed-in buyer, and the order. */
export function BuyerStep({
  rifa,
  choice,
  takeRemainder,
  stated,
  group,
  onOrdered,
  children,
}: BuyerStepProps) {
  const purchase = useRifaPurchase(rifa, { choice, takeRemainder, onOrdered, stated, group });
  const isOrdering = useExpressOrder(purchase, stated, choice);
  const { participation, price } = purchase;
  // Moves focus: it replaces the visitor's button, which was pressed.
  const payment = useFocusNext<HTMLDivElement>('pay', stated ? 'at once' : 'later');
  return (
    // Keeps a focused field and its message visible above the footer.
    <div className="grid gap-5 [&_input]:scroll-mb-56 [&_select]:scroll-mb-56">
      <ServicePrizeNote rifa={rifa} participation={participation} />
      {purchase.retryBuyer && <UnreadBuyer onRetry={purchase.retryBuyer} />}
      {purchase.isDenied && (
        <NotEligibleNotice participation={participation} pauseReason={rifa.pauseReason} />
      )}
      {children}
      {purchase.asksDetails && (
        <FormProvider {...purchase.details}>
          <div className="grid gap-4">
            <p className="font-bold">Sobre você, uma vez só</p>
            <BuyerQuestion profile={purchase.profile} />
          </div>
        </FormProvider>
      )}
      <PayNotices purchase={purchase} returnTo={links.express(rifa.id)} />
      <dl className="grid gap-1.5 empty:hidden">
        <DiscountLines quote={price.quote} />
      </dl>
      <ExpressFoot choice={choice} totalCentavos={price.quote?.totalCentavos}>
        <MissingRegulation {...purchase.regulations} />
        <div ref={payment}>
          <Button
            size="lg"
            block
            icon="pix"
            disabled={!purchase.ready && !isOrdering}
            loading={purchase.processing || isOrdering}
            loadingText="Processando..."
            onClick={purchase.pay}
          >
            Pagar com Pix
          </Button>
        </div>
      </ExpressFoot>
    </div>
  );
}
