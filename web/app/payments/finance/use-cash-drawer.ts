import { useQuery } from '@tanstack/react-query';
import type { CashState } from '@mare/contract/admin/cash.ts';
import type { AdminQuery } from '../../admin/lists/query-state.tsx';
import { queries } from '../../api.ts';

interface CashDrawer {
  read: AdminQuery;
  /** Undefined while loading, and in a shop without cash sales, which has no drawer. */
  drawer: CashState | undefined;
}

export function useCashDrawer(): CashDrawer {
  const read = useQuery({ ...queries.admin.finance.cash.queryOptions(), staleTime: 0 });
  const hasDrawer = read.data && (read.data.closings.length > 0 || read.data.movedCentavos !== 0);
  return { read, drawer: hasDrawer ? read.data : undefined };
}
