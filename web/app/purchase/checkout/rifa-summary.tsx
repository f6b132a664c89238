import type { ComponentProps } from 'react';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { unitPriceCentavos } from '@mare/domain/rifas/prices/price-steps.ts';
import { bonusCotas } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { formatBrl, formatInteger } from '../../format.ts';
import type { NumberChoice } from '../choose/use-number-choice.ts';
import { paidAndFree, priceBreakdown } from '../../rifa-display/price-labels.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CouponField } from '../quote/coupon-field.tsx';
import { DiscountLines } from '../quote/discount-lines.tsx';
import { OfflineNote } from '../place-order/offline-note.tsx';
import { PayNotices } from './pay-notices.tsx';
import { SUMMARY_ID } from './pay-bar.tsx';
import { TestedPhrase } from './tested-phrase.tsx';
import type { useRifaPurchase } from './use-rifa-purchase.ts';

interface PurchaseSummaryProps {
  rifa: RifaDetail;
  choice: NumberChoice;
  purchase: ReturnType<typeof useRifaPurchase>;
}

/** Price and pay button. */
export function PurchaseSummary({ rifa, choice, purchase }: PurchaseSummaryProps) {
  const { price } = purchase;
  const { quote } = price;
  const bonus = quote?.lines[0]?.bonusQuantity ?? (choice.tier ? bonusCotas(choice.tier) : 0);
  const rows = [
    {
      label: 'Cotas',
      value:
        bonus > 0
          ? `${formatInteger(choice.quantity + bonus)} (${paidAndFree(choice.quantity, bonus)})`
          : formatInteger(choice.quantity),
    },
    rifa.combos.length > 0 && choice.quantity > 0
      ? { label: 'Preço', value: priceBreakdown(rifa, choice.quantity) }
      : { label: 'Preço da cota', value: formatBrl(unitPriceCentavos(rifa, choice.quantity)) },
    { label: 'Taxa de processamento', value: 'Grátis' },
  ];
  return (
    <Card padded className="grid gap-4 sticky-column lg:row-span-2">
      <h2 id={SUMMARY_ID} className="scroll-mt-24 text-xl">
        Resumo do pedido
      </h2>
      <TestedPhrase place="checkout-reassurance" />
      <CouponField price={price} />
      <dl className="grid gap-1.5">
        {rows.map((row) => (
          <div key={row.label} className="flex justify-between gap-3">
            <dt>{row.label}</dt>
            <dd className="tabular text-right font-semibold">{row.value}</dd>
          </div>
        ))}
        <DiscountLines quote={quote} />
        <div
          aria-live="polite"
          aria-atomic
          aria-busy={!quote && choice.quantity > 0}
          className="mt-2 flex justify-between border-t border-line pt-3 font-display text-xl font-bold"
        >
          <dt>Total</dt>
          <dd className="tabular">
            {choice.quantity === 0 ? formatBrl(0) : quote ? formatBrl(quote.totalCentavos) : '—'}
          </dd>
        </div>
      </dl>
      <PayNotices purchase={purchase} />
      <TestedPhrase place="checkout-call" />
      <OfflineNote className="max-lg:hidden" />
      <PurchaseButton purchase={purchase} size="lg" className="max-lg:hidden" />
      <p className="text-center text-sm text-ink-soft">
        {choice.quantity === 0
          ? 'Escolha primeiro as suas cotas: o pagamento abre em seguida.'
          : 'Suas cotas ficam reservadas por até 15 minutos. O código Pix aparece na próxima tela.'}
      </p>
    </Card>
  );
}

interface PurchaseButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'className'> {
  purchase: PurchaseSummaryProps['purchase'];
}

export function PurchaseButton({ purchase, ...look }: PurchaseButtonProps) {
  return (
    <Button
      {...look}
      block
      icon="pix"
      disabled={!purchase.ready}
      loading={purchase.processing}
      loadingText={purchase.isOrdering && 'Processando...'}
      onClick={purchase.pay}
    >
      Pagar com PIX
    </Button>
  );
}
