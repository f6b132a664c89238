import { type ReactNode, useState } from 'react';
import { formatCount } from '../../format.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input, Options, Select } from '../../ui/form/field.tsx';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useFocusNextRow } from '../../ui/focus/use-focus-next-row.ts';
import type { IconName } from '../../ui/style/icons.tsx';
import { type AdminQuery, QueryState } from './query-state.tsx';
import type { ListState } from './use-list-state.ts';

interface Filters {
  label: string;
  /** Label of the option without a filter. */
  all: string;
  /** Label by filter value. */
  labels: Record<string, string>;
}

interface ListToolsProps {
  /** The searched fields, e.g. 'Nome ou e-mail'. */
  searchLabel: string;
  search: string;
  onSearch: (search: string) => void;
  /** An empty value filters nothing. */
  filters?: Filters & { value: string; onChoose: (value: string) => void };
  sorts?: { value: string; labels: Record<string, string>; onChoose: (value: string) => void };
}

/** Search, filter and sort controls of a list. */
export function ListTools({ searchLabel, search, onSearch, filters, sorts }: ListToolsProps) {
  const labels = [
    filters && [filters.all, ...Object.values(filters.labels)],
    sorts && Object.values(sorts.labels),
  ];
  const width = labels.every((each) => each?.every(isShort)) ? '' : 'max-sm:col-span-2';
  return (
    <div className="grid grid-cols-2 items-end gap-4 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <SearchBox label={searchLabel} search={search} onSearch={onSearch} />
      {filters && (
        <Field label={filters.label} className={width}>
          <Select value={filters.value} onChange={(event) => filters.onChoose(event.target.value)}>
            <option value="">{filters.all}</option>
            <Options labels={filters.labels} />
          </Select>
        </Field>
      )}
      {sorts && (
        <Field label="Ordem" className={width}>
          <Select value={sorts.value} onChange={(event) => sorts.onChoose(event.target.value)}>
            <Options labels={sorts.labels} />
          </Select>
        </Field>
      )}
    </div>
  );
}

/** Selects with only short labels share a line on a phone. */
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
  const [shown, setShown] = useState(search);
  if (shown !== search) {
    setShown(search);
    setTyped(search);
  }
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
  rows: readonly Row[];
  /** For screen readers. */
  label?: string;
  /** The empty state. Without it an empty list renders nothing. */
  empty?: string | { icon: IconName; title: string; text?: string } | undefined;
  /** `rows` share one card; in the other layouts each row draws its own. */
  layout?: keyof typeof LAYOUTS;
  keyOf: (row: Row) => string;
  renderRow: (row: Row) => ReactNode;
}

const LAYOUTS = {
  rows: 'grid grid-cols-[minmax(0,1fr)] divide-y divide-line',
  cards: 'grid grid-cols-[minmax(0,1fr)] gap-4',
  grid: 'grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2',
};

/** The rows of a list, or its empty state. */
export function Rows<Row>({ rows, label, empty, layout = 'rows', keyOf, renderRow }: RowsProps<Row>) {
  const shown = useFocusNextRow<HTMLUListElement>();
  if (rows.length === 0) {
    if (!empty) return null;
    const { icon, title, text } =
      typeof empty === 'string' ? { icon: 'search' as const, title: empty, text: undefined } : empty;
    return (
      <EmptyState icon={icon} title={title}>
        {text}
      </EmptyState>
    );
  }
  const list = (
    <ul ref={shown} aria-label={label} className={LAYOUTS[layout]}>
      {rows.map((row) => (
        <li key={keyOf(row)} tabIndex={-1}>
          {renderRow(row)}
        </li>
      ))}
    </ul>
  );
  return layout === 'rows' ? <Card>{list}</Card> : list;
}

interface ListRowsProps<Row> extends Omit<RowsProps<Row>, 'rows'> {
  query: AdminQuery & { data: { rows: readonly Row[]; hasMore?: boolean } | undefined };
  errorTitle?: string;
  /** Links to the other pages: by page number, unless `pager` draws them. */
  list?: Pick<ListState, 'page' | 'hrefFor'>;
  pager?: ReactNode;
}

/** One page of a list with its loading, error and empty states. */
export function ListRows<Row>({ query, errorTitle, list, pager, ...rows }: ListRowsProps<Row>) {
  if (!query.data) return <QueryState query={query} title={errorTitle} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Rows rows={query.data.rows} {...rows} />
      {list && <Pagination label="Páginas" hasMore={query.data.hasMore} {...list} />}
      {pager}
    </div>
  );
}

/** No row matches a search exactly. */
export const ONLY_SIMILAR = 'Nada igual ao que você procurou. Estes nomes são parecidos.';

/** Tells screen readers what a search or a filter found. */
function Found<Row>({ query, search }: Pick<ListRowsProps<Row>, 'query'> & Pick<ListState, 'search'>) {
  if (!query.data || query.isPlaceholderData) return null;
  const { rows, hasMore } = query.data;
  return (
    <p className="sr-only">
      {search && `“${search}”: `}
      {formatCount(rows.length, 'item', 'itens')}
      {hasMore && ' nesta página, e há mais'}.
    </p>
  );
}

interface AdminListProps<Row> extends Omit<ListRowsProps<Row>, 'pager'> {
  /** Search, filter, sort and page, stored in the URL. */
  list: ListState;
  searchLabel: string;
  filters?: Filters;
  /** Label by sort key. */
  sorts?: Record<string, string>;
  /** No row matches the search exactly; these are similar. */
  isSimilar?: boolean | undefined;
  /** Replaces `empty` where neither a search nor a filter is set. */
  none?: { title: string; text: string };
}

/** A list of the panel with search, filter, sort and paging. */
export function AdminList<Row>({
  list,
  searchLabel,
  filters,
  sorts,
  none,
  empty,
  isSimilar = false,
  ...rows
}: AdminListProps<Row>) {
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
      <LiveRegion>
        {isSimilar && <p className="text-sm text-ink-soft">{ONLY_SIMILAR}</p>}
        {!isWhole && <Found {...rows} search={search} />}
      </LiveRegion>
      <ListRows list={list} empty={none && isWhole ? { icon: 'ticket', ...none } : empty} {...rows} />
    </>
  );
}
