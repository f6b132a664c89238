import type { RefObject } from 'react';
import { formatCotaNumber, formatInteger } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import type { GiftableRifa } from './list-giftable.ts';

interface CotaPickerProps {
  rifa: GiftableRifa;
  picked: number[];
  /** How many may be picked. */
  max: number;
  chooseAll: RefObject<HTMLButtonElement | null>;
  /** With the numbers in ascending order. */
  onChange: (picked: number[]) => void;
}

/** Cotas of one rifa, to pick one, several or all. */
export function CotaPicker({
  rifa: { numbers, totalNumbers },
  picked,
  max,
  chooseAll,
  onChange,
}: CotaPickerProps) {
  const chosen = new Set(picked);
  const most = Math.min(max, numbers.length);
  const toggle = (number: number) => {
    if (!chosen.delete(number)) chosen.add(number);
    onChange(numbers.filter((each) => chosen.has(each)));
  };
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-bold">Quais cotas?</legend>
      {most < numbers.length && (
        <p className="text-sm text-ink-soft">Até {max} cotas em um presente. Para mais, dê outro.</p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p aria-live="polite" className="basis-full text-sm text-ink-soft sm:grow sm:basis-auto">
          {formatInteger(picked.length)} de {formatInteger(numbers.length)}{' '}
          {picked.length === 1 ? 'escolhida' : 'escolhidas'}
        </p>
        <Button ref={chooseAll} variant="outline" size="sm" onClick={() => onChange(numbers.slice(0, most))}>
          {most < numbers.length ? `Escolher ${most}` : 'Escolher todas'}
        </Button>
        <Button variant="quiet" size="sm" onClick={() => onChange([])}>
          Limpar
        </Button>
      </div>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list scrolls, by keyboard too
        tabIndex={numbers.length > 24 ? 0 : undefined}
        aria-label="Cotas"
        className="grid max-h-56 grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-1.5 overflow-y-auto p-0.5"
      >
        {numbers.map((number) => {
          const isPicked = chosen.has(number);
          return (
            <li key={number}>
              <button
                type="button"
                aria-pressed={isPicked}
                disabled={!isPicked && picked.length >= max}
                onClick={() => toggle(number)}
                className={classNames(
                  'tabular min-h-11 w-full rounded-md border-2 text-sm font-bold transition-colors disabled:opacity-50',
                  isPicked
                    ? 'border-sea bg-sea text-on-sea'
                    : 'border-line-strong/60 bg-raised hover:border-sea',
                )}
              >
                {formatCotaNumber(number, totalNumbers)}
              </button>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
