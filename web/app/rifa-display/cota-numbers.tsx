import { useState } from 'react';
import { formatCotaNumber, formatInteger } from '../format.ts';
import { NumberChip } from '../ui/data-display/number-chip.tsx';
import { classNames } from '../ui/style/class-names.ts';

interface CotaNumbersProps {
  numbers: readonly number[];
  totalNumbers: number;
  /** Total cotas, if higher than the count of numbers: the reservation draws the others. */
  cotas?: number;
  /** Numbers visible before expanding. */
  shown: number;
}

/** Expandable list of cota numbers. */
export function CotaNumbers({ numbers, totalNumbers, cotas = numbers.length, shown }: CotaNumbersProps) {
  const [all, setAll] = useState(false);
  const undecided = cotas - numbers.length;
  const hidden = cotas - Math.min(shown, numbers.length);
  const opened = all && hidden > 0;
  if (numbers.length === 0 && cotas > 0)
    return (
      <p className="text-sm text-ink-soft">
        {cotas === 1
          ? '1 número, sorteado ao reservar'
          : `${formatInteger(cotas)} números, sorteados ao reservar`}
      </p>
    );
  return (
    <ul
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list scrolls, by keyboard too
      tabIndex={opened ? 0 : undefined}
      aria-label="Números"
      className={classNames('flex flex-wrap items-center gap-1.5', opened && 'max-h-56 overflow-y-auto')}
    >
      {(opened ? numbers : numbers.slice(0, shown)).map((number) => (
        <li key={number} className="flex">
          <NumberChip>{formatCotaNumber(number, totalNumbers)}</NumberChip>
        </li>
      ))}
      {opened && undecided > 0 && (
        <li className="text-sm text-ink-soft">
          {undecided === 1
            ? 'e mais um, sorteado ao reservar'
            : `e mais ${formatInteger(undecided)}, sorteados ao reservar`}
        </li>
      )}
      {hidden > 0 && (
        <li>
          <button
            type="button"
            aria-expanded={opened}
            onClick={() => setAll(!opened)}
            className="text-link inline-flex min-h-7 items-center px-1 text-sm"
          >
            {opened ? 'Mostrar menos' : `+${formatInteger(hidden)} mais`}
          </button>
        </li>
      )}
    </ul>
  );
}
