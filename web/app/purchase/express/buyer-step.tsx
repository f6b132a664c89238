import { FormProvider } from 'react-hook-form';
import { NotEligibleNotice } from '../../orders/eligibility/not-eligible-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { BuyerQuestion } from '../checkout/customer/buyer-question.tsx';
import { PayNotices } from '../checkout/pay-notices.tsx';
import { useRifaPurchase } from '../checkout/use-rifa-purchase.ts';
import { ServicePrizeNote } from '../choose/service-prize-note.tsx';
import { DiscountLines } from '../quote/discount-lines.tsx';
import { ExpressChoice, type ExpressStepProps } from './express-choice.tsx';
import { ExpressFoot } from './express-foot.tsx';
import { type ExpressOrder, useExpressOrder } from './use-express-order.ts';

interface BuyerStepProps extends ExpressStepProps {
  /** Of the account that this purchase has just opened. */
  stated: ExpressOrder | undefined;
  onOrdered: (externalReference: string) => void;
}

/** Choice, missing data and consent of a signed-in buyer, and the order. */
export function BuyerStep({ rifa, chooser, stated, onOrdered }: BuyerStepProps) {
  const { choice, chooseQuantity } = chooser;
  const purchase = useRifaPurchase(rifa, { choice, chooseQuantity, onOrdered, stated });
  const isOrdering = useExpressOrder(purchase, stated);
  const { participation, price } = purchase;
  return (
    // A focused field scrolls clear of the foot, with its message.
    <div className="grid gap-5 [&_input]:scroll-mb-56 [&_select]:scroll-mb-56">
      <ServicePrizeNote rifa={rifa} participation={participation} />
      {purchase.isDenied && <NotEligibleNotice participation={participation} />}
      <ExpressChoice rifa={rifa} chooser={chooser} />
      {purchase.asksDetails && (
        <FormProvider {...purchase.details}>
          <div className="grid gap-4">
            <p className="font-bold">Sobre você, uma vez só</p>
            <BuyerQuestion profile={purchase.profile} />
          </div>
        </FormProvider>
      )}
      <PayNotices purchase={purchase} />
      <dl className="grid gap-1.5 empty:hidden">
        <DiscountLines quote={price.quote} />
      </dl>
      <ExpressFoot choice={choice} totalCentavos={price.quote?.totalCentavos}>
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
      </ExpressFoot>
    </div>
  );
}
