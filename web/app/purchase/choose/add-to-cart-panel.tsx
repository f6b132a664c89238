import type { RifaDetail } from '@mare/contract/rifas/rifas.ts';
import { useQuery } from '@tanstack/react-query';
import { numbersInCart } from '@mare/domain/cart/cart.ts';
import { linePriceCentavos } from '@mare/domain/rifas/prices/price-steps.ts';
import { Suspense, useState } from 'react';
import { queries } from '../../api.ts';
import { cartItemOf } from '../../cart/cart-item.ts';
import { useCartPanel } from '../../cart/cart-panel.ts';
import { cartStore, latestCart } from '../../cart/cart-store.ts';
import { requestNumbers } from '../../cart/request-numbers.ts';
import { recordStep } from '../../experiments/record-step.ts';
import { formatBrl, formatCotaNumber, formatInteger } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import { QuantityStepper } from '../../ui/form/quantity-stepper.tsx';
import { NumberPicker } from './numbers/number-picker.tsx';
import { ComboList } from './combo-list.tsx';
import { PlanChooser } from './plan-chooser.tsx';
import { PriceSteps } from './price-steps.tsx';
import { PersonLimitNote } from './person-limit-note.tsx';
import { VipNote } from './vip-note.tsx';
import { cotasOfChoice, useNumberChoice } from './use-number-choice.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { lazyToast } from '../../ui/overlay/lazy-toast.ts';

/** Not needed for the first render. */
const ChosenNumbers = lazyComponent(() =>
  import('./numbers/chosen-numbers.tsx').then((module) => ({ default: module.ChosenNumbers })),
);

/** Chooses a plan or quantity and its numbers, and adds them to the cart. */
export function AddToCartPanel({ rifa }: { rifa: RifaDetail }) {
  const { choice, choosePlan, chooseQuantity, drawAgain, pick, clear } = useNumberChoice((quantity) =>
    requestNumbers(rifa.id, quantity, rifa.totalNumbers, numbersInCart(latestCart().items, rifa.id)),
  );
  const tiers = useQuery(queries.rifas.tiers.queryOptions());
  const cartPanel = useCartPanel();
  const cotasLeft = rifa.totalNumbers - rifa.soldNumbers;
  const max = Math.min(rifa.maxPerOrder, cotasLeft);
  const min = Math.min(rifa.minPerOrder, max);

  function add() {
    if (choice.quantity === 0 || choice.numbers.length === 0) {
      lazyToast.error('Erro', {
        description: 'Selecione pelo menos 1 número antes de adicionar ao carrinho.',
      });
      return;
    }
    const { quantity, tier, numbers, picked } = choice;
    const item = cartItemOf(rifa, { quantity, tier, numbers, ...(picked && { chosen: true }) });
    let added: ReturnType<typeof cartStore.add>;
    try {
      added = cartStore.add(item);
    } catch {
      lazyToast.error('Erro', { description: 'Não foi possível adicionar ao carrinho. Tente novamente.' });
      return;
    }
    const duplicates = picked ? added.duplicates : [];
    if (added.rejected) {
      lazyToast.error('Erro', {
        description: added.rejected === 'full' ? CART_FULL : alreadyInCart(duplicates, rifa.totalNumbers),
      });
      return;
    }
    recordStep('cart');
    const message = addedMessage(cotasOfChoice(choice) - duplicates.length);
    cartPanel.setOpen(
      true,
      duplicates.length === 0 ? message : `${message} ${alreadyInCart(duplicates, rifa.totalNumbers)}`,
    );
    clear();
  }

  return (
    <>
      <Card padded className="grid gap-5">
        <h2 className="text-xl">Escolha seus números</h2>
        <VipNote rifa={rifa} />
        <PersonLimitNote rifa={rifa} />
        <PlanChooser
          tiers={rifa.plans ?? tiers.data ?? []}
          chosen={choice.tier}
          onChoose={choosePlan}
          price={rifa}
          maxPerOrder={rifa.maxPerOrder}
          cotasLeft={cotasLeft}
        />
        <ComboList
          rifa={rifa}
          quantity={choice.tier ? 0 : choice.quantity}
          max={max}
          onChoose={chooseQuantity}
        />
        <div className="grid gap-2">
          <p className="font-bold">Ou a quantidade que quiser</p>
          <QuantityStepper
            label="Quantidade de cotas"
            value={choice.quantity}
            onChange={chooseQuantity}
            min={min}
            max={max}
            clearable
          />
          <PriceSteps rifa={rifa} />
          <p className="text-xs text-ink-soft">
            De {formatInteger(min)} a {formatInteger(max)} cotas por pedido.
          </p>
        </div>
        {rifa.choosesNumbers && <NumberPicker rifa={rifa} choice={choice} max={max} onPick={pick} />}
        {!choice.picked && choice.quantity > 0 && (
          <Suspense fallback={<Skeleton className="h-40" />}>
            <ChosenNumbers choice={choice} totalNumbers={rifa.totalNumbers} onDrawAgain={drawAgain} />
          </Suspense>
        )}
      </Card>
      <TotalCard
        totalCentavos={linePriceCentavos(rifa, choice.quantity)}
        cotas={choice.numbers.length > 0 ? cotasOfChoice(choice) : 0}
        disabled={choice.quantity === 0 || choice.drawing}
        onAdd={add}
      />
    </>
  );
}

const CART_FULL = 'O carrinho está cheio. Finalize a compra ou tire um item antes.';

/** The most numbers that a message lists. */
const NAMED = 5;

function alreadyInCart(numbers: number[], totalNumbers: number): string {
  const named = numbers.slice(0, NAMED).map((number) => formatCotaNumber(number, totalNumbers));
  if (numbers.length === 1) return `O número ${named[0]} já estava no seu carrinho.`;
  const more = numbers.length > NAMED ? ` e mais ${formatInteger(numbers.length - NAMED)}` : '';
  return `Estes números já estavam no seu carrinho: ${named.join(', ')}${more}.`;
}

function addedMessage(numbers: number): string {
  return numbers === 1
    ? '1 número adicionado com sucesso.'
    : `${formatInteger(numbers)} números adicionados com sucesso.`;
}

interface TotalCardProps {
  totalCentavos: number;
  cotas: number;
  disabled: boolean;
  onAdd: () => void;
}

/** Sticks to the bottom of the screen once something is chosen. */
function TotalCard({ totalCentavos, cotas, disabled, onAdd }: TotalCardProps) {
  const [adding, setAdding] = useState(false);
  async function press() {
    setAdding(true);
    // Renders the loading label first.
    await Promise.resolve();
    onAdd();
    setAdding(false);
  }
  return (
    <Card
      data-at-foot
      className={classNames(
        'flex items-center gap-4 p-4',
        totalCentavos > 0 && 'sticky bottom-3 z-10 shadow-lift',
      )}
    >
      <p className="leading-tight">
        <span className="block text-xs text-ink-soft">
          Total{cotas > 0 && ` · ${formatInteger(cotas)} ${cotas === 1 ? 'cota' : 'cotas'}`}
        </span>
        <span className="tabular font-display text-xl font-extrabold">{formatBrl(totalCentavos)}</span>
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
