import { Suspense, useState } from 'react';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { MAX_CHOSEN_NUMBERS } from '@mare/domain/cart/limits.ts';
import { MAPPED_NUMBERS } from '@mare/domain/numbers/choose-numbers.ts';
import { formatCotaNumber, formatInteger } from '../../../format.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { useFocusNext } from '../../../ui/focus/use-focus-next.ts';
import type { NumberChoice } from '../use-number-choice.ts';
import type { PickProps } from './pick-props.ts';
import { lazyComponent } from '../../../ui/loading/lazy-component.ts';

const NumberGrid = lazyComponent(() => import('./number-grid.tsx'));
const NumberSearch = lazyComponent(() => import('./number-search.tsx'));

interface NumberPickerProps {
  rifa: RifaDetail;
  choice: NumberChoice;
  /** Maximum of cotas per order. */
  max: number;
  onPick: (numbers: number[]) => void;
}

/** Picks individual numbers: a grid for small rifas, a search for large ones. Collapsed at first. */
export function NumberPicker({ rifa, choice, max, onPick }: NumberPickerProps) {
  const [open, setOpen] = useState(false);
  // Moves focus: the pressed button disappears, for all numbers or for a removed one.
  const shell = useFocusNext<HTMLElement>(`${open} ${choice.picked && choice.numbers.length}`);
  const picked = choice.picked ? choice.numbers : [];
  const toggle = (number: number) =>
    onPick(
      picked.includes(number)
        ? picked.filter((other) => other !== number)
        : [...picked, number].toSorted((one, other) => one - other),
    );
  const pick: PickProps = {
    rifa,
    picked,
    isFull: picked.length >= Math.min(max, MAX_CHOSEN_NUMBERS),
    onToggle: toggle,
  };
  if (!open && picked.length === 0)
    return (
      <Button variant="outline" icon="search" onClick={() => setOpen(true)}>
        Escolher os números um a um
      </Button>
    );
  return (
    <section
      ref={shell}
      aria-labelledby="escolha"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-5"
    >
      <h3 id="escolha" tabIndex={-1} className="text-base font-bold">
        Escolha um a um
      </h3>
      <Suspense fallback={<Skeleton className="h-72" />}>
        {rifa.totalNumbers <= MAPPED_NUMBERS ? <NumberGrid {...pick} /> : <NumberSearch {...pick} />}
      </Suspense>
      <div aria-live="polite" className="grid gap-2">
        <p className="text-sm font-semibold">
          {picked.length === 0
            ? 'Nenhum número escolhido.'
            : `${formatInteger(picked.length)} ${picked.length === 1 ? 'escolhido' : 'escolhidos'}`}
          {pick.isFull && ` · o máximo por pedido é ${formatInteger(Math.min(max, MAX_CHOSEN_NUMBERS))}`}
        </p>
        <ul className="flex flex-wrap gap-1.5">
          {picked.map((number) => (
            <li key={number}>
              <button
                type="button"
                aria-label={`Tirar ${formatCotaNumber(number, rifa.totalNumbers)}`}
                onClick={() => toggle(number)}
                className="ticket tabular rounded-[3px] bg-sea px-2.5 py-1 text-sm font-bold text-on-sea hover:bg-sea-strong"
              >
                {formatCotaNumber(number, rifa.totalNumbers)} ×
              </button>
            </li>
          ))}
        </ul>
      </div>
      <p className="text-xs text-ink-soft">
        Números escolhidos não são trocados por outros: se alguém levar um antes, avisamos para você escolher
        de novo. Eles ficam reservados por 15 minutos quando o pedido é feito.
      </p>
    </section>
  );
}
