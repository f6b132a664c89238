import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api.ts';
import { formatCount } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Options, Select } from '../../ui/form/field.tsx';
import { QuantityStepper } from '../../ui/form/quantity-stepper.tsx';
import { EmptyState, ErrorState, FormError, Skeleton } from '../../ui/states.tsx';
import { addAllotment, randomText } from './stand-store.ts';

const HOURS = { 4: '4 horas', 12: '12 horas', 24: '1 dia', 72: '3 dias' };

interface SetAsideFormProps {
  sellerId: string;
  sellerName: string;
  isFirst: boolean;
  onSetAside: (allotmentId: string) => void;
}

/** Reserves numbers of a rifa and puts them on this phone. */
export function SetAsideForm(props: SetAsideFormProps) {
  const rifas = useQuery({ ...queries.rifas.list.queryOptions(), staleTime: 0 });
  const [rifaId, setRifaId] = useState<string>();
  const active = rifas.data?.filter(({ status }) => status === 'active') ?? [];
  const chosen = rifaId ?? active[0]?.id;
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="text-xl">{props.isFirst ? 'Reservar números' : 'Reservar mais números'}</h2>
      {rifas.isPending && <Skeleton className="h-48" />}
      {rifas.isError && !rifas.data && (
        <ErrorState title={errorMessage(rifas.error)} onRetry={() => rifas.refetch()} />
      )}
      {rifas.data && active.length === 0 && <EmptyState title="Nenhuma rifa à venda agora" />}
      {chosen && (
        <>
          <Field label="Rifa">
            <Select value={chosen} onChange={(event) => setRifaId(event.target.value)}>
              {active.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </Select>
          </Field>
          <Quantity key={chosen} rifaId={chosen} {...props} />
        </>
      )}
    </Card>
  );
}

function Quantity({
  rifaId,
  sellerId,
  sellerName,
  onSetAside,
}: Omit<SetAsideFormProps, 'isFirst'> & { rifaId: string }) {
  const client = useQueryClient();
  const room = useQuery({ ...queries.stand.room.queryOptions({ input: { rifaId } }), staleTime: 0 });
  const [quantity, setQuantity] = useState(20);
  const [hours, setHours] = useState('12');
  // A repeated request after a lost response gives the same numbers.
  const [request, setRequest] = useState(newRequest);
  const setAside = useMutation(queries.stand.setAside.mutationOptions());
  if (room.isPending) return <Skeleton className="h-32" />;
  // A failed refetch keeps the form.
  if (!room.data) return <ErrorState title={errorMessage(room.error)} onRetry={() => room.refetch()} />;
  const max = room.data.room;
  if (max === 0)
    return (
      <p className="text-ink-soft">
        {room.data.limit === 0
          ? 'A loja não reserva números para o balcão. Venda com internet.'
          : 'Agora não dá para reservar mais números desta rifa. Venda com internet.'}
      </p>
    );
  const requested = Math.min(quantity, max);
  const submit = () =>
    setAside.mutate(
      { ...request, rifaId, quantity: requested, hours: Number(hours) },
      {
        onSuccess: (set) => {
          void addAllotment({ ...set, sellerId, sellerName, sendKey: request.sendKey, end: null });
          onSetAside(set.id);
          setRequest(newRequest());
          void client.invalidateQueries({ queryKey: queries.stand.key() });
        },
      },
    );
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid justify-items-start gap-2">
        <span aria-hidden className="text-sm font-bold">
          Quantos números
        </span>
        <QuantityStepper
          label="Quantos números"
          size="sm"
          value={requested}
          onChange={setQuantity}
          min={1}
          max={max}
        />
        <p className="text-sm text-ink-soft">
          No máximo {formatCount(max, 'número', 'números')} agora. O site não vende estes números enquanto
          estiverem com você.
        </p>
      </div>
      <Field label="Por quanto tempo" hint="Depois você tem mais uma hora para enviar as vendas.">
        <Select value={hours} onChange={(event) => setHours(event.target.value)}>
          <Options labels={HOURS} />
        </Select>
      </Field>
      {setAside.isError && <FormError>{errorMessage(setAside.error)}</FormError>}
      <Button type="submit" loading={setAside.isPending} loadingText="Reservando...">
        Reservar {formatCount(requested, 'número', 'números')}
      </Button>
    </form>
  );
}

function newRequest() {
  return { id: crypto.randomUUID(), sendKey: randomText(32) };
}
