import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isTakenOnMap } from '@mare/domain/numbers/choose-numbers.ts';
import { queries } from '../../../api.ts';
import { formatCotaNumber } from '../../../format.ts';
import { classNames } from '../../../ui/style/class-names.ts';
import { Field, Select } from '../../../ui/form/field.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import type { PickProps } from './pick-props.ts';

const NUMBERS_PER_RANGE = 100;
const REFRESH_MS = 15_000;

/** All numbers of a small rifa, 100 per page. Taken numbers are disabled. */
export default function NumberGrid({ rifa, picked, isFull, onToggle }: PickProps) {
  const [from, setFrom] = useState(1);
  const map = useQuery({
    ...queries.rifas.numberMap.queryOptions({ input: { id: rifa.id } }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  if (map.isError && !map.data)
    return <ErrorState title="Não foi possível carregar os números." onRetry={() => map.refetch()} />;
  if (!map.data) return <Skeleton className="h-72" />;
  const taken = Uint8Array.from(atob(map.data.taken), (character) => character.codePointAt(0)!);
  const total = rifa.totalNumbers;
  const shown = Array.from(
    { length: Math.min(NUMBERS_PER_RANGE, total - from + 1) },
    (_, index) => from + index,
  );
  return (
    <>
      {total > NUMBERS_PER_RANGE && (
        <Field label="Faixa de números">
          <Select value={from} onChange={(event) => setFrom(Number(event.target.value))}>
            {Array.from({ length: Math.ceil(total / NUMBERS_PER_RANGE) }, (_, index) => {
              const start = index * NUMBERS_PER_RANGE + 1;
              const end = Math.min(total, start + NUMBERS_PER_RANGE - 1);
              return (
                <option key={start} value={start}>
                  {formatCotaNumber(start, total)} a {formatCotaNumber(end, total)}
                </option>
              );
            })}
          </Select>
        </Field>
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(3.75rem,1fr))] gap-1.5">
        {shown.map((number) => {
          const isPicked = picked.includes(number);
          const isTaken = isTakenOnMap(taken, number) && !isPicked;
          return (
            <li key={number}>
              <button
                type="button"
                aria-pressed={isPicked}
                disabled={isTaken || (isFull && !isPicked)}
                onClick={() => onToggle(number)}
                className={classNames(
                  'tabular min-h-11 w-full rounded-md border-2 text-sm font-bold transition-colors',
                  isPicked && 'border-sea bg-sea text-on-sea',
                  !isPicked && !isTaken && 'border-line-strong/60 bg-raised hover:border-sea',
                  isTaken && 'border-transparent bg-sunken text-ink-soft line-through',
                )}
              >
                {formatCotaNumber(number, total)}
                {isTaken && <span className="sr-only"> já saiu</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
