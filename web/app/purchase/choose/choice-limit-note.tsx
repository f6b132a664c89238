import { useState } from 'react';
import type { OwnLimitsView } from '@mare/contract/accounts/own-limits.ts';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { useCartItems } from '../../cart/cart-store.ts';
import { OwnLimitNote, ownLimitSentence, useOwnLimits } from '../checkout/own-limit-note.tsx';
import { quotedItems, useQuote } from '../quote/use-quote.ts';
import { isReady, type NumberChoice } from './use-number-choice.ts';

interface ChoiceLimitNoteProps {
  rifa: Pick<RifaDetail, 'id'>;
  choice: NumberChoice;
}

/** Warns before adding that the choice and the cart together exceed the buyer's limits. */
export default function ChoiceLimitNote({ rifa, choice }: ChoiceLimitNoteProps) {
  const limits = useOwnLimits();
  const items = useCartItems();
  const { quantity, tier, numbers, picked } = choice;
  const chosen = {
    rifaId: rifa.id,
    quantity,
    tier: tier?.key ?? null,
    selectedNumbers: numbers,
    chosen: picked,
  };
  const isMonthly = limits !== undefined && limits.monthlyCentavos !== null;
  const isPriced = isMonthly && !isPaused(limits) && isReady(choice);
  const { quote, rejection } = useQuote(isPriced ? quotedItems([...items, chosen]) : []);
  // Stays while another quantity is priced.
  const [total, setTotal] = useState(0);
  const latest = rejection ? 0 : (quote?.totalCentavos ?? total);
  if (latest !== total) setTotal(latest);
  const sentence = limits ? ownLimitSentence(limits, latest) : null;
  const countsCart = limits && !isPaused(limits) && items.length > 0;
  return <OwnLimitNote sentence={sentence && countsCart ? `${sentence} ${WITH_CART}` : sentence} />;
}

const WITH_CART = 'Contamos também o que já está no carrinho.';

const isPaused = ({ pausedUntil, excludedUntil }: OwnLimitsView) => (pausedUntil ?? excludedUntil) !== null;
