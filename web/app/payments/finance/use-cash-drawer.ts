import { useQuery } from '@tanstack/react-query';
import type { CashState } from '@mare/contract/admin/cash.ts';
import { queries } from '../../api.ts';

/** Undefined while loading, and in a shop without cash sales, which has no drawer. */
export function useCashDrawer(): CashState | undefined {
  const { data: cash } = useQuery({ ...queries.admin.finance.cash.queryOptions(), staleTime: 0 });
  return cash && (cash.closings.length > 0 || cash.movedCentavos !== 0) ? cash : undefined;
}
