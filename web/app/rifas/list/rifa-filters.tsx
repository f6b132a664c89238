import type { RifaOrder, RifaSearch } from '@mare/domain/rifas/browse-rifas.ts';
import { type ChangeEvent, useState } from 'react';
import { Form, useSubmit } from 'react-router';
import { formatBrl } from '../../format.ts';
import { links } from '../../links.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Options, Select } from '../../ui/form/field.tsx';

const orders: Record<RifaOrder, string> = {
  recentes: 'Novidades',
  encerrando: 'Sorteio próximo',
  'menor-preco': 'Menor preço',
  'mais-vendidas': 'Mais vendidas',
};

const PRICE_LIMITS_CENTAVOS = [100, 500, 1000, 5000];

/** Search, filters and sort order as a GET form, which works before hydration. */
export function RifaFilters({ search }: { search: RifaSearch }) {
  const submit = useSubmit();
  /** Text being typed; null shows the text of the URL. */
  const [draft, setDraft] = useState<string | null>(null);
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    setDraft(null);
    void submit(event.currentTarget.form, { preventScrollReset: true });
  };
  return (
    <search>
      <Form
        action={links.home()}
        preventScrollReset
        onSubmit={() => setDraft(null)}
        className="grid grid-cols-2 gap-x-3 gap-y-4 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr_auto] lg:items-end"
      >
        <Field label="Buscar rifas" className="col-span-2 lg:col-span-1">
          <Input
            type="search"
            name="busca"
            value={draft ?? search.text}
            onChange={(event) => setDraft(event.target.value)}
            placeholder="Picape, viagem, Pix..."
          />
        </Field>
        <Field label="Preço da cota">
          <Select
            name="ate"
            value={search.maxPriceCentavos === null ? '' : String(search.maxPriceCentavos / 100)}
            onChange={choose}
          >
            <option value="">Todos</option>
            {limitsWith(search.maxPriceCentavos).map((centavos) => (
              <option key={centavos} value={centavos / 100}>
                Até {formatBrl(centavos)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Tipo de prêmio">
          <Select name="premio" value={prizeValue(search)} onChange={choose}>
            <option value="">Todos</option>
            <option value="produto">Produtos</option>
            <option value="servico">Serviços</option>
            <option value="dinheiro">Dinheiro</option>
          </Select>
        </Field>
        <Field label="Sorteio">
          <Select name="quando" value={search.closingSoon ? 'logo' : ''} onChange={choose}>
            <option value="">Todos</option>
            <option value="logo">Em até 7 dias</option>
          </Select>
        </Field>
        <Field label="Ordenar por">
          <Select name="ordem" value={search.order} onChange={choose}>
            <Options labels={orders} />
          </Select>
        </Field>
        <Button type="submit" variant="secondary" icon="search" className="col-span-2 lg:col-span-1">
          Buscar
        </Button>
      </Form>
    </search>
  );
}

/** Adds a limit that only the URL contains. */
function limitsWith(chosen: number | null): number[] {
  return chosen === null || PRICE_LIMITS_CENTAVOS.includes(chosen)
    ? PRICE_LIMITS_CENTAVOS
    : [...PRICE_LIMITS_CENTAVOS, chosen].toSorted((one, other) => one - other);
}

const prizeValues = { product: 'produto', service: 'servico', cash: 'dinheiro' } as const;

function prizeValue({ prizeType }: RifaSearch): string {
  return prizeType === null ? '' : prizeValues[prizeType];
}
