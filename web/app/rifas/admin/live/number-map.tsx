import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NumberStates } from '@mare/contract/rifas/rifa-live.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { NUMBERS_PER_MAP_PAGE } from '@mare/domain/rifas/live/map-page.ts';
import { queries } from '../../../api.ts';
import { formatCotaNumber, formatInteger } from '../../../format.ts';
import { errorMessage } from '../../../messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, Input } from '../../../ui/form/field.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { BuyerLine } from '../buyer-line.tsx';

const REFRESH_MS = 20_000;

type NumberState = NumberStates['states'][number];

const labels: Record<NumberState, string> = { free: 'livre', reserved: 'reservado', sold: 'vendido' };

const looks: Record<NumberState, string> = {
  free: 'border-line bg-raised',
  reserved: 'border-dashed border-ink bg-sunken italic',
  sold: 'border-sea bg-sea font-bold text-on-sea',
};

/** Map of free, reserved and sold numbers, one page at a time, with their buyers. */
export function NumberMap({ rifa }: { rifa: ManagedRifa }) {
  const { totalNumbers } = rifa;
  const [number, setNumber] = useState(1);
  const [chosen, setChosen] = useState<number | null>(null);
  const map = useQuery({
    ...queries.admin.rifas.numbers.queryOptions({ input: { id: rifa.id, number } }),
    placeholderData: keepPreviousData,
    refetchInterval: rifa.status === 'active' && REFRESH_MS,
    staleTime: 0,
  });
  const show = (next: number) => {
    setNumber(Math.min(Math.max(next, 1), totalNumbers));
    setChosen(null);
  };
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="text-xl">Mapa dos números</h2>
        <NumberSearch
          totalNumbers={totalNumbers}
          onSearch={(searched) => {
            show(searched);
            setChosen(searched);
          }}
        />
      </div>
      {map.isError && !map.data && (
        <ErrorState title={errorMessage(map.error)} onRetry={() => map.refetch()} />
      )}
      {map.isPending && <Skeleton className="h-128 sm:h-64" />}
      {map.data && (
        <>
          <Cells map={map.data} totalNumbers={totalNumbers} chosen={chosen} onChoose={setChosen} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Button
              variant="outline"
              size="sm"
              disabled={map.data.from === 1}
              onClick={() => show(map.data.from - NUMBERS_PER_MAP_PAGE)}
            >
              Anteriores
            </Button>
            <Button
              variant="outline"
              size="sm"
              disabled={map.data.from + NUMBERS_PER_MAP_PAGE > totalNumbers}
              onClick={() => show(map.data.from + NUMBERS_PER_MAP_PAGE)}
            >
              Próximos
            </Button>
          </div>
          <div aria-live="polite">
            {chosen !== null && <Holder key={chosen} rifa={rifa} number={chosen} map={map.data} />}
          </div>
        </>
      )}
    </Card>
  );
}

function NumberSearch({
  totalNumbers,
  onSearch,
}: {
  totalNumbers: number;
  onSearch: (number: number) => void;
}) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      noValidate
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const searched = /^\d{1,8}$/.test(typed.trim()) ? Number(typed) : 0;
        const exists = searched >= 1 && searched <= totalNumbers;
        setWrong(!exists);
        if (exists) onSearch(searched);
      }}
    >
      <Field label="Ir para o número" error={isWrong ? `De 1 a ${formatInteger(totalNumbers)}.` : undefined}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="w-36"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="secondary" className="self-end">
        Ver
      </Button>
    </form>
  );
}

interface CellsProps {
  map: NumberStates;
  totalNumbers: number;
  chosen: number | null;
  onChoose: (number: number) => void;
}

function Cells({ map, totalNumbers, chosen, onChoose }: CellsProps) {
  return (
    <>
      <ul aria-label="Números" className="grid grid-cols-4 gap-1.5 sm:grid-cols-10">
        {map.states.map((state, index) => {
          const number = map.from + index;
          const text = formatCotaNumber(number, totalNumbers);
          return (
            <li key={number}>
              <button
                type="button"
                aria-label={`${text}, ${labels[state]}`}
                aria-pressed={number === chosen}
                className={classNames(
                  'tabular min-h-11 w-full rounded-md border text-sm',
                  looks[state],
                  number === chosen && 'ring-2 ring-ink ring-offset-2 ring-offset-raised',
                )}
                onClick={() => onChoose(number)}
              >
                {text}
              </button>
            </li>
          );
        })}
      </ul>
      <ul aria-label="Legenda" className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        {(['free', 'reserved', 'sold'] as const).map((state) => (
          <li key={state} className="flex items-center gap-2">
            <span aria-hidden className={classNames('size-5 rounded-sm border', looks[state])} />
            {labels[state]}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Orders with a number, unless it is free. */
function Holder({ rifa, number, map }: { rifa: ManagedRifa; number: number; map: NumberStates }) {
  const state = map.states[number - map.from];
  const isTaken = state !== undefined && state !== 'free';
  const buyers = useQuery({
    ...queries.admin.rifas.buyers.queryOptions({ input: { id: rifa.id, search: String(number) } }),
    enabled: isTaken,
    staleTime: 0,
  });
  if (!isTaken) {
    if (state === undefined) return null;
    return <p className="text-sm">O número {formatCotaNumber(number, rifa.totalNumbers)} está livre.</p>;
  }
  if (buyers.isError && !buyers.data)
    return <ErrorState title={errorMessage(buyers.error)} onRetry={() => buyers.refetch()} />;
  if (!buyers.data) return <Skeleton className="h-24" />;
  if (buyers.data.rows.length === 0)
    return <p className="text-sm">Nenhum pedido encontrado com este número.</p>;
  return buyers.data.rows.map((buyer) => (
    <BuyerLine key={buyer.orderId} buyer={buyer} totalNumbers={rifa.totalNumbers} />
  ));
}
