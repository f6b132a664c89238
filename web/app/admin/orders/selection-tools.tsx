import { useQuery } from '@tanstack/react-query';
import { BULK_ITEMS_MAX, countSubjects } from '@mare/domain/admin/bulk-actions.ts';
import { queries } from '../../api.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import type { Selection } from './use-selection.ts';

/** Number of orders that a filter finds; null while unknown, or above the maximum of one action. */
export function useFilterCount(query: Record<string, string>, enabled: boolean): number | null {
  const mayWork = usePermission('work-on-orders');
  const counted = useQuery({
    ...queries.admin.orders.bulk.count.queryOptions({ input: query }),
    enabled: enabled && mayWork,
    staleTime: 0,
  });
  const count = counted.data?.count ?? 0;
  return count === 0 || count > BULK_ITEMS_MAX ? null : count;
}

interface SelectionToolsProps {
  /** Orders on the page. */
  rows: number;
  selection: Selection;
  /** Orders that the filter finds; null if they cannot be chosen together. */
  all: number | null;
  isAll: boolean;
  onAll: (wanted: boolean) => void;
}

/** Selects all orders of the page, or all that the filter finds. */
export function SelectionTools({ rows, selection, all, isAll, onAll }: SelectionToolsProps) {
  if (isAll)
    return (
      <div className="flex flex-wrap items-center gap-3 rounded-md bg-sea-tint px-4 py-2">
        <p className="mr-auto">
          {`Todos os ${countSubjects('orders', all ?? 0)} deste filtro estão escolhidos, também os das outras páginas.`}
        </p>
        <Button variant="outline" size="sm" onClick={() => onAll(false)}>
          Voltar a escolher um por um
        </Button>
      </div>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <Checkbox
        label="Todos desta página"
        checked={selection.chosen.length === rows}
        onChange={selection.toggleAll}
      />
      {all !== null && (
        <Button variant="outline" size="sm" onClick={() => onAll(true)}>
          {`Escolher todos os ${countSubjects('orders', all)} do filtro`}
        </Button>
      )}
    </div>
  );
}
