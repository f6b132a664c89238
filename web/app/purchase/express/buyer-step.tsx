import { FormProvider } from 'react-hook-form';
import { TermsBeforeOrder } from '../../accounts/terms/terms-notice.tsx';
import { NotEligibleNotice } from '../../orders/eligibility/not-eligible-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { AcceptRegulations } from '../checkout/accept-regulations.tsx';
import { ResidenceQuestion } from '../checkout/customer/residence-question.tsx';
import { OwnLimitNote } from '../checkout/own-limit-note.tsx';
import { useRifaPurchase } from '../checkout/use-rifa-purchase.ts';
import { ServicePrizeNote } from '../choose/service-prize-note.tsx';
import { BusyNote } from '../place-order/busy-note.tsx';
import { DiscountLines } from '../quote/discount-lines.tsx';
import { QuoteChanges } from '../quote/quote-changes.tsx';
import { ExpressChoice, type ExpressStepProps } from './express-choice.tsx';
import { ExpressFoot } from './express-foot.tsx';

interface BuyerStepProps extends ExpressStepProps {
  onOrdered: (externalReference: string) => void;
}

/** Choice, missing data and consent of a signed-in buyer, and the order. */
export function BuyerStep({ rifa, chooser, onOrdered }: BuyerStepProps) {
  const { choice, chooseQuantity } = chooser;
  const purchase = useRifaPurchase(rifa, { choice, chooseQuantity, onOrdered });
  const { participation, price } = purchase;
  return (
    <div className="grid gap-5">
      <ServicePrizeNote rifa={rifa} participation={participation} />
      {purchase.isDenied && <NotEligibleNotice participation={participation} />}
      <ExpressChoice rifa={rifa} chooser={chooser} />
      {purchase.asksResidence && (
        <FormProvider {...purchase.residence}>
          <div className="grid gap-4">
            <p className="font-bold">Sobre você, uma vez só</p>
            <ResidenceQuestion profile={purchase.profile} />
          </div>
        </FormProvider>
      )}
      <AcceptRegulations {...purchase.regulations} />
      <TermsBeforeOrder />
      <OwnLimitNote sentence={purchase.ownLimit} ineligibility={participation?.reason} />
      <QuoteChanges changes={purchase.changes} onAccept={purchase.acceptChanges} />
      <FormError>{price.refusal}</FormError>
      <BusyNote waiting={purchase.isBusy} />
      <dl className="grid gap-1.5 empty:hidden">
        <DiscountLines quote={price.quote} />
      </dl>
      <ExpressFoot choice={choice} totalCentavos={price.quote?.totalCentavos}>
        <Button
          size="lg"
          block
          icon="pix"
          disabled={!purchase.ready}
          loading={purchase.processing}
          loadingText="Processando..."
          onClick={purchase.pay}
        >
          Pagar com Pix
        </Button>
      </ExpressFoot>
    </div>
  );
}
