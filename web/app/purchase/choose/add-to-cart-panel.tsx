import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { orderBounds } from '@mare/domain/checkout/order-bounds.ts';
import { linePriceCentavos } from '@mare/domain/rifas/prices/price-steps.ts';
import { Suspense, useState } from 'react';
import { useCartPanel } from '../../cart/cart-panel.ts';
import { recordStep } from '../../experiments/record-step.ts';
import { formatBrl, formatInteger } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import { QuantityChoice } from './quantity-choice.tsx';
import { PriceSteps } from './price-steps.tsx';
import { cotasOfChoice, isReady, useNumberChoice } from './use-number-choice.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { lazyToast } from '../../ui/overlay/lazy-toast.ts';

/** Not needed for the first render. */
const ChosenCotas = lazyComponent(() => import('./chosen-cotas.tsx'));

/** For rifas whose buyers choose numbers. */
const NumberPicker = lazyComponent(() =>
  import('./numbers/number-picker.tsx').then((module) => ({ default: module.NumberPicker })),
);

/** Needed with the first choice. */
const loadCart = () => import('../../cart/add-choice.ts');

/** Chooses a plan or quantity and its numbers, and adds them to the cart. */
export function AddToCartPanel({ rifa }: { rifa: RifaDetail }) {
  const chooser = useNumberChoice(async (cotas) => {
    const { requestOtherNumbers } = await loadCart();
    return requestOtherNumbers(rifa, cotas);
  });
  const { choice, drawAgain, pick, whenDrawn, clear } = chooser;
  const cartPanel = useCartPanel();
  const { min, max } = orderBounds(rifa);

  async function add() {
    const drawn = await whenDrawn();
    if (!drawn) return;
    if (!isReady(drawn)) {
      lazyToast.error('Erro', {
        description: 'Selecione pelo menos 1 número antes de adicionar ao carrinho.',
      });
      return;
    }
    const { quantity, tier, numbers, picked } = drawn;
    try {
      const { addChoice } = await loadCart();
      const added = addChoice(rifa, { quantity, tier, numbers, ...(picked && { chosen: true }) });
      if (!added.ok) {
        lazyToast.error('Erro', { description: added.reason });
        return;
      }
      recordStep('cart');
      cartPanel.setOpen(true, added.message);
    } catch {
      lazyToast.error('Erro', { description: 'Não foi possível adicionar ao carrinho. Tente novamente.' });
      return;
    }
    clear();
  }

  return (
    <>
      <Card padded className="grid gap-5">
        <h2 className="text-xl">Escolha seus números</h2>
        <QuantityChoice rifa={rifa} chooser={chooser} clearable>
          <PriceSteps rifa={rifa} />
          <p className="text-xs text-ink-soft">
            De {formatInteger(min)} a {formatInteger(max)} cotas por pedido.
          </p>
        </QuantityChoice>
        {rifa.choosesNumbers && (
          <Suspense fallback={<Skeleton className="h-40" />}>
            <NumberPicker rifa={rifa} choice={choice} max={max} onPick={pick} />
          </Suspense>
        )}
        {choice.quantity > 0 && (
          <Suspense fallback={!choice.picked && <Skeleton className="h-40" />}>
            <ChosenCotas
              rifa={rifa}
              choice={choice}
              onDrawAgain={drawAgain}
              onChoosePlan={chooser.choosePlan}
            />
          </Suspense>
        )}
      </Card>
      <TotalCard
        totalCentavos={linePriceCentavos(rifa, choice.quantity)}
        cotas={isReady(choice) ? cotasOfChoice(choice) : 0}
        disabled={choice.quantity === 0}
        onAdd={add}
      />
    </>
  );
}

interface TotalCardProps {
  totalCentavos: number;
  cotas: number;
  disabled: boolean;
  /** Waits for the numbers that are being drawn. */
  onAdd: () => Promise<void>;
}

/** Sticks to the bottom of the screen once something is chosen. */
function TotalCard({ totalCentavos, cotas, disabled, onAdd }: TotalCardProps) {
  const [adding, setAdding] = useState(false);
  async function press() {
    setAdding(true);
    await onAdd();
    setAdding(false);
  }
  return (
    <Card
      data-at-foot
      data-chosen={totalCentavos > 0 || undefined}
      className={classNames(
        'flex items-center gap-4 p-4 large-text:flex-wrap',
        totalCentavos > 0 && 'sticky-at-foot z-10 shadow-lift',
      )}
    >
      <p aria-live="polite" aria-atomic className="leading-tight">
        <span className="block text-xs text-ink-soft">
          Total{cotas > 0 && ` · ${formatInteger(cotas)} ${cotas === 1 ? 'cota' : 'cotas'}`}
        </span>
        <span className="tabular whitespace-nowrap font-display text-xl font-extrabold">
          {formatBrl(totalCentavos)}
        </span>
      </p>
      <Button
        icon="cart"
        className="grow px-3! text-sm! sm:text-base! max-sm:[&_svg]:hidden"
        disabled={disabled}
        loading={adding}
        loadingText="Adicionando..."
        onClick={press}
      >
        Adicionar ao Carrinho
      </Button>
    </Card>
  );
}
