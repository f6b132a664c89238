import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import type { Person, PersonRow } from '@mare/contract/admin/people-admin.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatCount } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Checkbox, Field, Input } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';

/** Finds a duplicate account of the person and merges both after confirmation. */
export function MergeCard({ person }: { person: Person }) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<PersonRow | null>(null);
  const found = useQuery({
    ...queries.admin.people.list.queryOptions({ input: { search, sort: 'newest', segment: '', page: 1 } }),
    enabled: search !== '',
  });
  const others = found.data?.rows.filter(({ id }) => id !== person.id) ?? [];
  function submit(event: FormEvent) {
    event.preventDefault();
    setSearch(typed.trim());
  }
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 className="text-xl">Unir com outra conta</h2>
        <p className="text-sm text-ink-soft">
          Para quem se cadastrou duas vezes. Fica esta conta; a outra se encerra e tudo dela vem para cá.
        </p>
      </div>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label="Nome, e-mail, telefone ou CPF da outra conta" className="min-w-0 grow">
          <Input
            type="search"
            maxLength={80}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          variant="outline"
          size="sm"
          disabled={typed.trim() === ''}
          loading={found.isFetching}
        >
          Procurar
        </Button>
      </form>
      {found.isError && <p className="font-semibold text-danger">{errorMessage(found.error)}</p>}
      {found.data && others.length === 0 && <p className="text-ink-soft">Ninguém encontrado.</p>}
      {others.length > 0 && (
        <ul aria-label="Contas encontradas" className="grid divide-y divide-line">
          {others.slice(0, 8).map((other) => (
            <li key={other.id} className="flex flex-wrap items-center gap-3 py-2 first:pt-0 last:pb-0">
              <span className="min-w-0 grow">
                <strong>{other.name ?? 'Sem nome'}</strong>
                <span className="block text-sm wrap-anywhere text-ink-soft">
                  {other.email} · {formatCount(other.totalOrders, 'pedido', 'pedidos')} ·{' '}
                  {formatBrl(other.totalSpentCentavos)}
                </span>
              </span>
              <Button variant="outline" size="sm" onClick={() => setChosen(other)}>
                Unir
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <Confirmation
          person={person}
          former={chosen}
          onClose={() => {
            setChosen(null);
            setSearch('');
          }}
        />
      )}
    </Card>
  );
}

interface ConfirmationProps {
  person: Person;
  former: PersonRow;
  onClose: () => void;
}

function Confirmation({ person, former, onClose }: ConfirmationProps) {
  const client = useQueryClient();
  const [sure, setSure] = useState(false);
  const merge = useMutation(
    queries.admin.people.merge.mutationOptions({
      onSuccess: async () => {
        toast.success('Contas unidas.');
        onClose();
        await client.invalidateQueries({ queryKey: queries.admin.people.key() });
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Unir as duas contas?"
      action="Unir contas"
      disabled={!sure}
      loading={merge.isPending}
      onConfirm={() => merge.mutate({ id: person.id, formerId: former.id })}
    >
      <div className="grid gap-4">
        <p>
          Fica <strong>{person.name ?? 'Sem nome'}</strong> ({person.email ?? 'sem e-mail'}). A conta{' '}
          <strong>{former.name ?? 'Sem nome'}</strong> ({former.email ?? 'sem e-mail'}) se encerra: pedidos,
          pontos, tickets, prêmios e anotações passam para a que fica, e ninguém entra mais com a outra.
        </p>
        <Checkbox
          label="Conferi que são a mesma pessoa. Isto não pode ser desfeito."
          checked={sure}
          onChange={(event) => setSure(event.target.checked)}
        />
        {merge.isError && <FormError>{errorMessage(merge.error)}</FormError>}
      </div>
    </ConfirmDialog>
  );
}
