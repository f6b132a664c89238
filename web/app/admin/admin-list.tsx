import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { sentenceFor } from '../messages.ts';
import { buttonClass, IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field, Input, Options, Select } from '../ui/form/field.tsx';
import { Icon } from '../ui/style/icons.tsx';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import type { ListState } from './use-list-state.ts';

interface Filters {
  label: string;
  /** Read where everything is shown. */
  all: string;
  /** What is read, by what is looked for. */
  labels: Record<string, string>;
}

interface ListToolsProps {
  /** What the search looks at, e.g. 'Nome ou e-mail'. */
  searchLabel: string;
  search: string;
  onSearch: (search: string) => void;
  /** An empty value shows everything. */
  filters?: Filters & { value: string; onChoose: (value: string) => void };
  sorts?: { value: string; labels: Record<string, string>; onChoose: (value: string) => void };
}

/** Search, filter and order of a list. */
export function ListTools({ searchLabel, search, onSearch, filters, sorts }: ListToolsProps) {
  const words = [
    filters && [filters.all, ...Object.values(filters.labels)],
    sorts && Object.values(sorts.labels),
  ];
  const stacked = words.every((labels) => labels?.every(isShort)) ? '' : 'max-sm:col-span-2';
  return (
    <div className="grid grid-cols-2 items-end gap-4 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <SearchBox key={search} label={searchLabel} search={search} onSearch={onSearch} />
      {filters && (
        <Field label={filters.label} className={stacked}>
          <Select value={filters.value} onChange={(event) => filters.onChoose(event.target.value)}>
            <option value="">{filters.all}</option>
            <Options labels={filters.labels} />
          </Select>
        </Field>
      )}
      {sorts && (
        <Field label="Ordem" className={stacked}>
          <Select value={sorts.value} onChange={(event) => sorts.onChoose(event.target.value)}>
            <Options labels={sorts.labels} />
          </Select>
        </Field>
      )}
    </div>
  );
}

/** Two fields of such choices stand side by side on a phone. */
function isShort(label: string): boolean {
  return label.length <= 12;
}

function SearchBox({
  label,
  search,
  onSearch,
}: {
  label: string;
  search: string;
  onSearch: (search: string) => void;
}) {
  const [typed, setTyped] = useState(search);
  return (
    <search className="max-sm:col-span-2">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed.trim());
        }}
      >
        <Field label={label} className="min-w-0 grow">
          <Input
            type="search"
            maxLength={80}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <IconButton type="submit" icon="search" label="Procurar" className="mb-0.5 bg-sea-tint" />
      </form>
    </search>
  );
}

interface RowsProps<Row> {
  query: {
    data: { rows: Row[]; hasMore: boolean } | undefined;
    error: unknown;
    isError: boolean;
    refetch: () => unknown;
  };
  /** For screen readers. */
  label: string;
  empty: ReactNode;
  /** Instead of `empty` where nothing was looked for: there is none yet, and this is how the first comes. */
  none?: { title: string; text: string };
  keyOf: (row: Row) => string;
  renderRow: (row: Row) => ReactNode;
}

interface AdminListProps<Row> extends RowsProps<Row> {
  /** What the list shows now, and how that is changed. */
  list: ListState;
  searchLabel: string;
  filters?: Filters;
  /** What is read, by how it is sorted. */
  sorts?: Record<string, string>;
}

/** A list of the panel: search, filter, order, and one page of it. */
export function AdminList<Row>({ list, searchLabel, filters, sorts, none, ...rows }: AdminListProps<Row>) {
  const { search, filter, sort, page, show } = list;
  const isWhole = search === '' && filter === '' && page === 1;
  return (
    <>
      <ListTools
        searchLabel={searchLabel}
        search={search}
        onSearch={(busca) => show({ busca })}
        filters={filters && { ...filters, value: filter, onChoose: (filtro) => show({ filtro }) }}
        sorts={sorts && { value: sort, labels: sorts, onChoose: (ordem) => show({ ordem }) }}
      />
      <ListRows list={list} none={isWhole ? none : undefined} {...rows} />
    </>
  );
}

/** One page of a list, with its states: on its way, failed, empty. */
export function ListRows<Row>({
  list: { page, hrefFor },
  query,
  label,
  empty,
  none,
  keyOf,
  renderRow,
}: RowsProps<Row> & { list: Pick<ListState, 'page' | 'hrefFor'> }) {
  if (query.isError && !query.data)
    return (
      <ErrorState title="Erro ao carregar dados administrativos" onRetry={() => void query.refetch()}>
        {sentenceFor(query.error)}
      </ErrorState>
    );
  if (!query.data) return <ListSkeleton />;
  const { rows, hasMore } = query.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {rows.length === 0 ? (
        <EmptyState icon={none ? 'ticket' : 'search'} title={none?.title ?? empty}>
          {none?.text}
        </EmptyState>
      ) : (
        <Card>
          <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
            {rows.map((one) => (
              <li key={keyOf(one)}>{renderRow(one)}</li>
            ))}
          </ul>
        </Card>
      )}
      {(page > 1 || hasMore) && <Steps page={page} hasMore={hasMore} hrefFor={hrefFor} />}
    </div>
  );
}

function Steps({
  page,
  hasMore,
  hrefFor,
}: {
  page: number;
  hasMore: boolean;
  hrefFor: (page: number) => string;
}) {
  const look = buttonClass({ variant: 'outline', size: 'sm' });
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-center gap-4">
      {page > 1 && (
        <Link to={hrefFor(page - 1)} rel="prev" className={look}>
          <Icon name="chevronLeft" />
          Anterior
        </Link>
      )}
      <p className="tabular text-sm text-ink-soft">
        Página <strong className="text-ink">{page}</strong>
      </p>
      {hasMore && (
        <Link to={hrefFor(page + 1)} rel="next" className={look}>
          Próxima
          <Icon name="chevronRight" />
        </Link>
      )}
    </nav>
  );
}

function ListSkeleton() {
  return (
    <output aria-label="Carregando..." className="grid gap-3">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-20" />
      ))}
    </output>
  );
}
