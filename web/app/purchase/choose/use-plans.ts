import { useQuery } from '../../fetching/deferred-cache/use-query.tsx';
import type { PurchaseTier, RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { queries } from '../../api.ts';

/** Plans of a rifa: its own, else the shop's. Undefined while they load, none if they cannot be loaded. */
export function usePlans({ plans }: Pick<RifaDetail, 'plans'>): PurchaseTier[] | undefined {
  const ofShop = useQuery({ ...queries.rifas.tiers.queryOptions(), enabled: plans === null });
  return plans ?? ofShop.data ?? (ofShop.isLoading ? undefined : []);
}
