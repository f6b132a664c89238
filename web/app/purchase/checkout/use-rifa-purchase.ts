import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { GroupOfPayment } from '@mare/contract/orders/group-purchases.ts';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { type Residence, residenceOf, statedResidence } from '../../accounts/profile/residence.ts';
import { queries } from '../../api.ts';
import { retryFailed } from '../../fetching/failures/retry-failed.ts';
import { orderBounds } from '@mare/domain/checkout/order-bounds.ts';
import { isReady, type NumberChoice } from '../choose/use-number-choice.ts';
import { type OnOrdered, usePurchase } from '../place-order/use-rifa-order.ts';
import { quotedItems, useQuote } from '../quote/use-quote.ts';
import { useRegulations } from './accept-regulations.tsx';
import { missingDetails } from './customer/buyer-question.tsx';
import { useOwnLimit } from './own-limit-note.tsx';
import { usePriceChanges } from './use-price-changes.ts';

interface Options {
  choice: NumberChoice;
  /** Called when the buyer accepts the remaining cotas. */
  takeRemainder: (quantity: number) => void;
  /** Called with the order's reference; by default the order's page opens. */
  onOrdered?: OnOrdered;
  /** Action of the order on a group purchase. */
  group?: GroupOfPayment | undefined;
  /** Details that a visitor entered before the account was created. */
  stated?: StatedBuyer | undefined;
}

export interface StatedBuyer {
  details: BuyerDetails;
  /** Hashes. */
  acceptedRegulations: string[];
}

export type BuyerDetails = Residence & { cpf: string };

/**
 * Eligibility, price, regulation and order of a signed-in buyer for one rifa, on its checkout and in the express sheet.
 */
export function useRifaPurchase(
  rifa: RifaDetail,
  { choice, takeRemainder, onOrdered, stated, group }: Options,
) {
  const participation = useQuery(queries.rifas.participation.queryOptions({ input: { id: rifa.id } }));
  const { min, max } = orderBounds(rifa);
  const purchase = usePurchase(rifa, onOrdered);
  const price = useQuote(
    choice.quantity >= min && choice.quantity <= max
      ? quotedItems([
          {
            rifaId: rifa.id,
            quantity: choice.quantity,
            tier: choice.tier?.key ?? null,
            selectedNumbers: choice.numbers,
            chosen: choice.picked,
          },
        ])
      : [],
    group?.kind === 'take',
  );
  const { changes, accept } = usePriceChanges(rifa, choice, price.quote);
  const ownLimit = useOwnLimit(price.quote?.totalCentavos ?? 0);
  const regulations = useRegulations([rifa.id], stated?.acceptedRegulations);
  const missing = missingDetails(purchase.profile);
  // The order has just stored the city.
  const isOutdated =
    participation.isFetching && participation.data?.reason === 'city_unknown' && !missing.city;
  const retryBuyer = retryFailed([participation, purchase.account]);
  const unknown = participation.isPending || purchase.account.isPending || isOutdated || retryBuyer !== null;
  // The page has a field for a missing city.
  const allowed =
    participation.data?.allowed === true || (participation.data?.reason === 'city_unknown' && missing.city);
  const details = useForm<BuyerDetails>({
    values: purchase.profile && { cpf: '', ...residenceOf(purchase.profile), ...stated?.details },
    mode: 'onTouched',
  });
  const pay = details.handleSubmit(({ cpf, ...fields }) => {
    if (!price.quote) return;
    purchase.pay({
      choice,
      group,
      stated: { ...statedResidence(fields), cpf },
      coupon: price.validCoupon,
      acceptedRegulations: regulations.accepted,
      quote: price.quote,
    });
  });
  return {
    profile: purchase.profile,
    participation: participation.data,
    /** Reads the buyer again; null unless that failed. */
    retryBuyer,
    /** The buyer is known to be ineligible. */
    isDenied: !unknown && !allowed,
    /** Form of the CPF, birth date and city that the profile lacks. */
    details,
    asksDetails: !unknown && allowed && (missing.birthDate || missing.city || missing.cpf),
    price,
    quantity: choice.quantity,
    takeRemainder,
    /** Changes of price that need the buyer's consent. */
    changes,
    acceptChanges: accept,
    ownLimit,
    regulations,
    processing: purchase.processing,
    isOrdering: purchase.isOrdering,
    isBusy: purchase.isBusy,
    conflict: purchase.conflict,
    ready:
      allowed &&
      retryBuyer === null &&
      price.quote !== undefined &&
      regulations.complete &&
      ownLimit === null &&
      changes.length === 0 &&
      choice.quantity >= min &&
      isReady(choice),
    pay: () => void pay(),
  };
}
