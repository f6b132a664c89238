import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Person } from '@mare/contract/admin/people-admin.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatCount } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { useKeptFocus } from '../../ui/focus/use-kept-focus.ts';
import { MergeDialog } from './merge-dialog.tsx';

/** Finds a duplicate account of the person, to compare and merge both. */
export function MergeCard({ person }: { person: Person }) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  // Moves focus: the buttons of the results disappear after a merge.
  const heading = useKeptFocus<HTMLHeadingElement>(chosen ?? '');
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
        <h2 ref={heading} tabIndex={-1} className="text-xl">
          Unir com outra conta
        </h2>
        <p className="text-sm text-ink-soft">
          Para quem se cadastrou duas vezes. Você vê as duas lado a lado e decide qual fica.
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
      <output className={others.length > 0 ? 'sr-only' : 'text-ink-soft empty:hidden'}>
        {found.data &&
          (others.length > 0
            ? formatCount(others.length, 'conta encontrada', 'contas encontradas')
            : 'Ninguém encontrado.')}
      </output>
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
              <Button variant="outline" size="sm" onClick={() => setChosen(other.id)}>
                Comparar
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <MergeDialog
          person={person}
          otherId={chosen}
          onClose={() => {
            setChosen(null);
            setSearch('');
          }}
        />
      )}
    </Card>
  );
}
