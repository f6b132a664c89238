import type { RifaSort, RifaSearch } from '@mare/domain/rifas/browse-rifas.ts';
import { type ChangeEvent, useState } from 'react';
import { Form, Link, useSearchParams, useSubmit } from 'react-router';
import { formatBrl } from '../../format.ts';
import { links } from '../../links.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Options, Select } from '../../ui/form/field.tsx';
import { showWholeItem } from '../../ui/navigation/show-whole-item.ts';
import { classNames } from '../../ui/style/class-names.ts';
import { Icon } from '../../ui/style/icons.tsx';

const sortLabels: Record<RifaSort, string> = {
  recentes: 'Novidades',
  encerrando: 'Sorteio próximo',
  'menor-preco': 'Menor preço',
  'mais-vendidas': 'Mais vendidas',
};

type Chip = [name: string, value: string, label: string];

/** Parameter, value and label; of one parameter, at most one is chosen. */
const CHIPS = [
  ['quando', 'hoje', 'Sorteia hoje'],
  ['quando', 'logo', 'Em até 7 dias'],
  ['premio', 'produto', 'Produtos'],
  ['premio', 'servico', 'Serviços'],
  ['premio', 'dinheiro', 'Dinheiro'],
  ...['1', '5', '10', '50'].map((reais) => ['ate', reais, `Até ${formatBrl(Number(reais) * 100)}`]),
] as Chip[];

/** Includes the price limit of an old link, so that it can be removed. */
function chipsOf({ maxPriceCentavos }: RifaSearch, parameters: URLSearchParams): Chip[] {
  const value = parameters.get('ate') ?? '';
  const isOffered = CHIPS.some(([name, offered]) => name === 'ate' && offered === value);
  if (maxPriceCentavos === null || isOffered) return CHIPS;
  return [['ate', value, `Até ${formatBrl(maxPriceCentavos)}`], ...CHIPS];
}

/** Search, filters and sort order in the URL, which work before hydration. */
export function RifaFilters({ search }: { search: RifaSearch }) {
  const submit = useSubmit();
  const [parameters] = useSearchParams();
  /** Text being typed; null shows the text of the URL. */
  const [draft, setDraft] = useState<string | null>(null);
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    setDraft(null);
    void submit(event.currentTarget.form, { preventScrollReset: true });
  };
  return (
    <search className="grid grid-cols-1 gap-3 sm:gap-4">
      <Form
        action={links.home()}
        preventScrollReset
        onSubmit={() => setDraft(null)}
        className="grid grid-cols-[1fr_auto] items-end gap-3 sm:grid-cols-[2fr_1fr_auto]"
      >
        <Field label="Buscar rifas">
          <Input
            type="search"
            name="busca"
            value={draft ?? search.text}
            onChange={(event) => setDraft(event.target.value)}
            placeholder="Picape, viagem, Pix..."
          />
        </Field>
        <Button type="submit" variant="secondary" icon="search" className="max-sm:px-3.5 sm:order-last">
          <span className="max-sm:sr-only">Buscar</span>
        </Button>
        <Field label={<span className="max-sm:sr-only">Ordenar por</span>} className="max-sm:col-span-2">
          <Select name="ordem" value={search.sort} onChange={choose}>
            <Options labels={sortLabels} />
          </Select>
        </Field>
        {['quando', 'premio', 'ate'].map(
          (name) =>
            parameters.has(name) && (
              <input key={name} type="hidden" name={name} value={parameters.get(name) ?? ''} />
            ),
        )}
      </Form>
      <ul
        aria-label="Filtros"
        className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
      >
        {chipsOf(search, parameters).map(([name, value, label]) => {
          const isChosen = parameters.get(name) === value;
          return (
            <li key={label} className="shrink-0">
              <Link
                to={{ search: toggled(parameters, name, isChosen ? null : value), hash: 'rifas' }}
                preventScrollReset
                onFocus={showWholeItem}
                aria-current={isChosen || undefined}
                className={classNames(
                  'inline-flex min-h-10 items-center gap-1.5 rounded-full border-2 px-4 text-sm font-bold',
                  isChosen ? 'border-sea bg-sea text-on-sea' : 'border-line bg-surface hover:border-sea',
                )}
              >
                {isChosen && <Icon name="check" className="size-4" />}
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </search>
  );
}

/** The query with one filter set or removed, on the first page. */
function toggled(parameters: URLSearchParams, name: string, value: string | null): string {
  const next = new URLSearchParams(parameters);
  next.delete('pagina');
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next.toString();
}
