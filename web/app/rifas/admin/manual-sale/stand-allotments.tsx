import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { queries } from '../../../api.ts';
import { formatCount, formatDateTime } from '../../../format.ts';
import { errorMessage } from '../../../messages.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { Field, Select } from '../../../ui/form/field.tsx';
import { FormError, Skeleton } from '../../../ui/states.tsx';
import { useFocusNextRow } from '../../../ui/focus/use-focus-next-row.ts';

/** Numbers of the rifa that sellers set aside for stands. Renders nothing without any. */
export function StandAllotments({ rifaId }: { rifaId: string }) {
  const [ending, setEnding] = useState<string | null>(null);
  const [offered, setOffered] = useState<Offered | null>(null);
  const list = useFocusNextRow<HTMLUListElement>();
  const open = useQuery({ ...queries.stand.ofRifa.queryOptions({ input: { id: rifaId } }), staleTime: 0 });
  if (!open.data || open.data.length === 0) return null;
  return (
    <section aria-labelledby="no-balcao" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="no-balcao" className="font-bold">
        No balcão, sem internet
      </h3>
      <ul ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {open.data.map(({ id, seller, sellerId, offeredTo, setAside, unsold, endsAt }) => (
          <li key={id} tabIndex={-1} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 wrap-anywhere">
              <strong>{seller || 'Sem nome'}</strong>: {formatCount(unsold, 'número', 'números')} de{' '}
              {setAside}, até {formatDateTime(endsAt)}
              {offeredTo !== null && (
                <span className="block text-sm text-ink-soft">
                  {offeredTo} pode trazer os números para o próprio celular.
                </span>
              )}
            </p>
            <span className="flex flex-wrap gap-2">
              <Button size="sm" variant="outline" onClick={() => setOffered({ id, sellerId })}>
                Passar a outra pessoa
              </Button>
              <Button size="sm" variant="outline" onClick={() => setEnding(id)}>
                Encerrar
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {offered && <OfferDialog offered={offered} onClose={() => setOffered(null)} />}
      {ending && <EndDialog id={ending} onClose={() => setEnding(null)} />}
    </section>
  );
}

interface Offered {
  id: string;
  sellerId: string;
}

/** Lets a colleague take over the numbers of a lost phone whose seller is absent. */
function OfferDialog({ offered: { id, sellerId }, onClose }: { offered: Offered; onClose: () => void }) {
  const client = useQueryClient();
  const sellers = useQuery(queries.stand.sellers.queryOptions());
  const others = sellers.data?.filter((each) => each.id !== sellerId) ?? [];
  const [chosen, setChosen] = useState('');
  const offer = useMutation(queries.stand.offer.mutationOptions());
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Passar o balcão a outra pessoa"
      action="Passar"
      variant="primary"
      disabled={chosen === ''}
      loading={offer.isPending}
      onConfirm={() =>
        offer.mutate(
          { id, sellerId: chosen },
          {
            onSuccess: () => {
              toast.success('Balcão oferecido.', { description: 'Essa pessoa recebe um aviso.' });
              void client.invalidateQueries({ queryKey: queries.stand.key() });
              onClose();
            },
          },
        )
      }
    >
      <p>
        Essa pessoa recebe um aviso e traz os números para o celular dela em Balcão sem internet. Até lá, o
        primeiro celular continua vendendo.
      </p>
      {sellers.isPending && <Skeleton className="h-20" />}
      {sellers.isError && <FormError>{errorMessage(sellers.error)}</FormError>}
      {sellers.data && (
        <Field
          label="Quem continua"
          className="mt-4"
          hint={others.length === 0 ? 'Ninguém mais vende no balcão. Dê o papel em Equipe.' : undefined}
        >
          <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">Escolha</option>
            {others.map(({ id: other, name }) => (
              <option key={other} value={other}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {offer.isError && <FormError>{errorMessage(offer.error)}</FormError>}
    </ConfirmDialog>
  );
}

function EndDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const giveBack = useMutation(queries.stand.giveBack.mutationOptions());
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Encerrar o balcão"
      action="Encerrar"
      loading={giveBack.isPending}
      onConfirm={() =>
        giveBack.mutate(
          { id, isFinal: true },
          {
            onSuccess: ({ freed }) => {
              toast.success(
                `Balcão encerrado. ${formatCount(freed, 'número voltou', 'números voltaram')} ao site.`,
              );
              void client.invalidateQueries();
              onClose();
            },
          },
        )
      }
    >
      <p>
        Os números que sobraram voltam ao site. As vendas que o celular ainda não enviou não entram: quem
        vendeu devolve o dinheiro.
      </p>
      {giveBack.isError && <FormError>{errorMessage(giveBack.error)}</FormError>}
    </ConfirmDialog>
  );
}
