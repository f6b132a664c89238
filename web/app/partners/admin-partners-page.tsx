import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from 'sonner';
import type { PartnerStatus } from '@mare/contract/partners.ts';
import { PayoutsPanel } from '../affiliates/payouts-panel.tsx';
import { queries } from '../api.ts';
import { formatInteger } from '../format.ts';
import { sentenceFor } from '../messages.ts';
import { pageMeta } from '../page-meta.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field, Input, Select, Switch } from '../ui/field.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { EmptyState, ErrorState, Skeleton, Spinner } from '../ui/states.tsx';
import { PartnerCard, partnerStatusNames } from './partner-card.tsx';

export const meta = pageMeta({
  title: 'Parceiros',
  description: 'Parceiros, pedidos e repasses.',
  index: false,
});

export default function AdminPartnersPage() {
  return (
    <>
      <h1 className="text-3xl">Parceiros</h1>
      <Partners />
      <PayoutsPanel kind="partner" />
      <LoginSetting />
    </>
  );
}

function statusIn(params: URLSearchParams): PartnerStatus | undefined {
  const status = params.get('estado') ?? '';
  return status in partnerStatusNames ? (status as PartnerStatus) : undefined;
}

function Partners() {
  const [params, setParams] = useSearchParams();
  const search = params.get('busca') ?? '';
  const status = statusIn(params);
  const page = Math.min(10_000, Math.max(1, Math.trunc(Number(params.get('pagina'))) || 1));
  const list = useQuery({
    ...queries.admin.partners.queryOptions({ input: { search, status, page } }),
    staleTime: 0,
  });
  const show = (wanted: { busca: string; estado: string; pagina?: string }) =>
    new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
  return (
    <section aria-labelledby="parceiros" className="grid gap-4">
      <h2 id="parceiros" className="text-2xl">
        Cadastros {list.data && <span className="text-ink-soft">({formatInteger(list.data.total)})</span>}
      </h2>
      <SearchForm
        search={search}
        status={status ?? ''}
        onSearch={(busca, estado) => setParams(show({ busca, estado }))}
      />
      {list.isError && !list.data && (
        <ErrorState title="Erro ao carregar dados administrativos" onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <Spinner />}
      {list.data?.partners.length === 0 && (
        <EmptyState icon="users" title="Nenhum parceiro encontrado">
          Os pedidos feitos no portal do parceiro chegam aqui.
        </EmptyState>
      )}
      <ul className="grid gap-3">
        {list.data?.partners.map((partner) => (
          <li key={partner.id}>
            <PartnerCard partner={partner} />
          </li>
        ))}
      </ul>
      {list.data && (
        <Pagination
          label="Páginas de parceiros"
          page={page}
          pages={list.data.pages}
          hrefFor={(to) => ({
            search: `?${show({ busca: search, estado: status ?? '', pagina: String(to) })}`,
          })}
        />
      )}
    </section>
  );
}

interface SearchFormProps {
  search: string;
  status: string;
  onSearch: (search: string, status: string) => void;
}

function SearchForm({ search, status, onSearch }: SearchFormProps) {
  const [typed, setTyped] = useState(search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim(), status);
  };
  return (
    <form onSubmit={submit} className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_auto] sm:items-end">
      <Field label="Empresa, contato, e-mail ou cidade">
        <Input value={typed} maxLength={100} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <Field label="Estado do cadastro">
        <Select value={status} onChange={(event) => onSearch(typed.trim(), event.target.value)}>
          <option value="">Todos</option>
          {Object.entries(partnerStatusNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" variant="secondary" icon="search">
        Procurar
      </Button>
    </form>
  );
}

/** Whether partners also need a code from their mailbox to sign in. */
function LoginSetting() {
  const cache = useQueryClient();
  const setting = useQuery(queries.admin.partnerLogin.queryOptions());
  const change = useMutation(
    queries.admin.setPartnerLogin.mutationOptions({
      onSuccess: (saved) => cache.setQueryData(queries.admin.partnerLogin.queryKey(), saved),
      onError: (error) => toast.error(sentenceFor(error)),
    }),
  );
  if (!setting.data) return <Skeleton className="h-16" />;
  return (
    <Card padded>
      <Switch
        label="Código por e-mail no login de parceiros"
        hint="Além do e-mail e do telefone, o parceiro digita um código enviado a ele."
        checked={setting.data.emailCode}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ emailCode: event.target.checked })}
      />
    </Card>
  );
}
