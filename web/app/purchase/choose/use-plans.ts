import { useQuery } from '../../fetching/deferred-cache/use-query.tsx';
import type { PurchaseTier, RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { queries } from '../../api.ts';

/** Plans of a rifa: its own, else the shop's. Undefined while it or they load, none if they cannot be loaded. */
export function usePlans(rifa: Pick<RifaDetail, 'plans'> | undefined): PurchaseTier[] | undefined {
  const ofShop = useQuery({ ...queries.rifas.tiers.queryOptions(), enabled: rifa?.plans === null });
  if (!rifa) return undefined;
  return rifa.plans ?? ofShop.data ?? (ofShop.isLoading ? undefined : []);
}
