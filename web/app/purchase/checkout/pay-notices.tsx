import { TermsBeforeOrder } from '../../accounts/terms/terms-notice.tsx';
import { BusyNote } from '../place-order/busy-note.tsx';
import { PersonConflictNote } from '../place-order/person-conflict.tsx';
import { QuoteChanges } from '../quote/quote-changes.tsx';
import { RejectedPrice } from '../quote/rejected-price.tsx';
import { AcceptRegulations } from './accept-regulations.tsx';
import { OwnLimitNote } from './own-limit-note.tsx';
import type { useRifaPurchase } from './use-rifa-purchase.ts';

interface PayNoticesProps {
  purchase: ReturnType<typeof useRifaPurchase>;
  /** Path to return to after a change of the account; the page's path by default. */
  returnTo?: string;
}

/** Notices and terms next to the pay button of one rifa, on its checkout and in the express sheet. */
export function PayNotices({ purchase, returnTo }: PayNoticesProps) {
  const { participation, price } = purchase;
  return (
    <>
      <AcceptRegulations {...purchase.regulations} />
      <TermsBeforeOrder />
      <OwnLimitNote sentence={purchase.ownLimit} ineligibility={participation?.reason} />
      <QuoteChanges changes={purchase.changes} onAccept={purchase.acceptChanges} />
      <RejectedPrice price={price} quantity={purchase.quantity} onTake={purchase.takeRemainder} />
      <PersonConflictNote conflict={purchase.conflict} returnTo={returnTo} />
      <BusyNote waiting={purchase.isBusy} />
    </>
  );
}
