import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { numberWidth } from '@mare/domain/numbers/format-number.ts';
import { queries } from '../../../api.ts';
import { formatCotaNumber, formatCount, formatInteger } from '../../../format.ts';
import { errorMessage } from '../../../messages.ts';
import { classNames } from '../../../ui/style/class-names.ts';
import { Field, Input } from '../../../ui/form/field.tsx';
import { LiveRegion } from '../../../ui/live-region.tsx';
import { MoreButton } from '../../../ui/navigation/more-button.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import type { PickProps } from './pick-props.ts';

/** Searches free numbers of a large rifa by their last digits. */
export default function NumberSearch({ rifa, picked, isFull, onToggle }: PickProps) {
  const [digits, setDigits] = useState('');
  const searched = useDeferredValue(digits);
  const width = numberWidth(rifa.totalNumbers);
  const found = useInfiniteQuery({
    ...queries.rifas.searchNumbers.infiniteOptions({
      input: (from: number) => ({ id: rifa.id, digits: searched, from }),
      initialPageParam: 0,
      getNextPageParam: (last) => last.next,
    }),
    enabled: searched !== '',
    staleTime: 0,
  });
  const free = found.data?.pages.flatMap((page) => page.free) ?? [];
  return (
    <>
      <Field
        label="Final do número"
        hint={`De ${formatCotaNumber(1, rifa.totalNumbers)} a ${formatInteger(rifa.totalNumbers)}. Por exemplo, 1508 para 15 de agosto.`}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          maxLength={width}
          value={digits}
          onChange={(event) => setDigits(event.target.value.replaceAll(/\D/g, ''))}
        />
      </Field>
      {searched !== '' && found.isPending && <Skeleton className="h-24" />}
      {found.isError && !found.data && (
        <ErrorState title={errorMessage(found.error)} onRetry={() => found.refetch()} />
      )}
      <LiveRegion>
        {found.data && free.length === 0 && !found.hasNextPage && (
          <p className="text-ink-soft">Nenhum número livre com este final. Tente outro.</p>
        )}
        {free.length > 0 && (
          <p className="sr-only">
            {formatCount(free.length, 'número livre', 'números livres')} com o final {searched}
            {found.hasNextPage && ', e há mais'}.
          </p>
        )}
      </LiveRegion>
      <ul
        aria-label="Números livres"
        className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-1.5"
      >
        {free.map((number) => {
          const isPicked = picked.includes(number);
          return (
            <li key={number}>
              <button
                type="button"
                aria-pressed={isPicked}
                disabled={isFull && !isPicked}
                onClick={() => onToggle(number)}
                className={classNames(
                  'tabular min-h-11 w-full rounded-md border-2 text-sm font-bold transition-colors',
                  isPicked
                    ? 'border-sea bg-sea text-on-sea'
                    : 'border-line-strong/60 bg-raised hover:border-sea',
                )}
              >
                {formatCotaNumber(number, rifa.totalNumbers)}
              </button>
            </li>
          );
        })}
      </ul>
      <MoreButton list={found} size="sm">
        Mostrar mais números
      </MoreButton>
    </>
  );
}
