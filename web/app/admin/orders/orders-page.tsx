import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OrdersPage as Page } from '@mare/contract/admin/orders-admin.ts';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { formatCount, formatInteger } from '../../format.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { ListRows, ListTools, ONLY_SIMILAR } from '../lists/admin-list.tsx';
import { BulkActionsList } from '../bulk/bulk-actions-list.tsx';
import { useBulkActions } from '../bulk/use-bulk-actions.ts';
import { ExportButton } from '../lists/export-button.tsx';
import { PAGED_LIST } from '../lists/paged-list.ts';
import { OrderFilterForm } from './order-filter-form.tsx';
import { countFilters, readFilters, toQuery, writeFilters } from './order-filters.ts';
import { adminOrderLink } from './order-links.ts';
import { type Column, COLUMNS, OrderHeads, OrderLine } from './order-row.tsx';
import { AFTER, OrdersPager } from './orders-pager.tsx';
import { SavedViews, SaveView } from './saved-views.tsx';
import { SelectedOrders } from './selected-orders.tsx';
import { SelectionTools, useFilterCount } from './selection-tools.tsx';
import { TeamViews } from './team-views.tsx';
import { type ListPreferences, useListPreferences } from './use-list-preferences.ts';
import { useSelection } from './use-selection.ts';

export const meta = pageMeta({ title: 'Pedidos', description: 'Todos os pedidos da loja.', index: false });

export default function OrdersPage() {
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Part | null>(null);
  const preferences = useListPreferences();
  const filters = readFilters(params);
  const query = toQuery(filters);
  const after = params.get(AFTER) ?? undefined;
  const orders = useQuery({
    ...queries.admin.orders.list.queryOptions({ input: { ...query, after } }),
    ...PAGED_LIST,
  });
  const selection = useSelection(orders.data?.rows.map(({ id }) => id) ?? []);
  const mayWork = usePermission('work-on-orders') === true;
  const bulk = useBulkActions('orders', mayWork);
  const written = writeFilters(filters).toString();
  const count = countFilters(filters);
  const tools = useRef<HTMLDivElement>(null);
  const [allOf, setAllOf] = useState<string | null>(null);
  const isSelecting = open === 'selection' && orders.data !== undefined && orders.data.rows.length > 0;
  const hasMorePages = after !== undefined || orders.data?.next != null;
  const all = useFilterCount(query, isSelecting && hasMorePages && !orders.data?.isSimilar);
  const isAll = allOf === written && all !== null;
  const chosen = isAll
    ? { filters: query, count: all }
    : { filters: { ids: selection.chosen.join(',') }, count: selection.chosen.length };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Pedidos</h1>
        <ExportButton list="pedidos" search={query} label="Exportar estes pedidos" />
      </div>
      <ListTools
        searchLabel="Nome, e-mail, telefone, CPF, pedido, pagamento ou número"
        search={filters.search}
        onSearch={(search) => setParams(writeFilters({ ...filters, search }))}
      />
      <div ref={tools} className="flex flex-wrap items-center gap-3">
        <Toggle name="filters" open={open} onToggle={setOpen}>
          {count > 0 ? `Filtros (${count})` : 'Filtros'}
        </Toggle>
        <Toggle name="columns" open={open} onToggle={setOpen}>
          Colunas e visões
        </Toggle>
        <Toggle name="selection" open={open} onToggle={setOpen}>
          Escolher vários
        </Toggle>
        {mayWork && (
          <Toggle name="bulk" open={open} onToggle={setOpen}>
            Em lote
          </Toggle>
        )}
        {written !== '' && (
          <Link
            to="?"
            className="text-link text-sm"
            // Moves focus: the link disappears with the filters that it clears.
            onClick={() => tools.current?.querySelector('button')?.focus()}
          >
            Limpar tudo
          </Link>
        )}
      </div>
      {open === 'filters' && (
        <OrderFilterForm filters={filters} onApply={(changed) => setParams(writeFilters(changed))} />
      )}
      {open === 'columns' && <Columns preferences={preferences} query={written} />}
      <BulkActionsList
        subject="orders"
        bulk={bulk}
        showsEnded={open === 'bulk'}
        itemsLink={({ id }) => `?${writeFilters({ actionId: id }).toString()}`}
        itemLink={(id) => adminOrderLink({ id })}
      />
      <TeamViews query={written} />
      <SavedViews preferences={preferences} query={written} />
      <Summary page={orders.data} isFirst={after === undefined} />
      {isSelecting && (
        <SelectionTools
          rows={orders.data.rows.length}
          selection={selection}
          all={all}
          isAll={isAll}
          onAll={(isChosen) => setAllOf(isChosen ? written : null)}
        />
      )}
      <div onKeyDown={moveByArrows} role="presentation" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {orders.data && orders.data.rows.length > 0 && (
          <OrderHeads columns={preferences.columns} isSelecting={isSelecting && !isAll} />
        )}
        <ListRows
          query={orders}
          label="Pedidos"
          empty={{
            icon: 'search',
            title: 'Nenhum pedido encontrado',
            text: 'Confira a busca, ou limpe os filtros.',
          }}
          keyOf={({ id }) => id}
          renderRow={(order) => (
            <OrderLine
              order={order}
              columns={preferences.columns}
              selection={isSelecting && !isAll ? selection : undefined}
            />
          )}
          pager={orders.data && <OrdersPager page={orders.data} />}
        />
      </div>
      {isSelecting && chosen.count > 0 && (
        <SelectedOrders
          chosen={chosen}
          onStarted={() => {
            selection.clear();
            setAllOf(null);
            setOpen('bulk');
            // The progress is shown above the list.
            window.scrollTo({ top: 0 });
          }}
        />
      )}
    </>
  );
}

type Part = 'filters' | 'columns' | 'selection' | 'bulk';

interface ToggleProps {
  name: Part;
  open: Part | null;
  onToggle: (part: Part | null) => void;
  children: string;
}

function Toggle({ name, open, onToggle, children }: ToggleProps) {
  return (
    <Button
      variant="outline"
      size="sm"
      aria-expanded={open === name}
      onClick={() => onToggle(open === name ? null : name)}
    >
      {children}
    </Button>
  );
}

function Columns({ preferences, query }: { preferences: ListPreferences; query: string }) {
  return (
    <Card padded className="grid gap-4">
      <fieldset className="grid grid-cols-1 gap-x-4 min-[26rem]:grid-cols-2">
        <legend className="mb-1 font-semibold">O que aparece em cada pedido</legend>
        {(Object.keys(COLUMNS) as Column[]).map((column) => (
          <Checkbox
            key={column}
            label={COLUMNS[column]}
            checked={preferences.columns.has(column)}
            onChange={() => preferences.toggleColumn(column)}
          />
        ))}
      </fieldset>
      <SaveView preferences={preferences} query={query} />
    </Card>
  );
}

/** Number of orders found. */
function Summary({ page, isFirst }: { page: Page | undefined; isFirst: boolean }) {
  const isEmpty = page?.rows.length === 0;
  return (
    <LiveRegion className={isEmpty ? 'sr-only' : 'text-sm text-ink-soft'}>
      {isEmpty ? 'Nenhum pedido encontrado.' : page && countSentence(page, isFirst)}
    </LiveRegion>
  );
}

function countSentence({ rows, total, isSimilar }: Page, isFirst: boolean): string {
  const similar = isSimilar ? `${ONLY_SIMILAR} ` : '';
  if (total) return `${similar}${total.isEstimate ? 'Cerca de ' : ''}${formatInteger(total.orders)} pedidos`;
  return isFirst ? `${similar}${formatCount(rows.length, 'pedido', 'pedidos')}` : similar;
}

/** Arrow keys move between the orders of the page; Enter opens one. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLElement) || !event.target.matches('[data-order]')) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-order]')];
  const next = rows[rows.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
