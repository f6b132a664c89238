import { useQuery } from '@tanstack/react-query';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { queries } from '../../api.ts';
import { ErrorState } from '../../ui/states.tsx';

type WithPlans = Pick<RifaDetail, 'plans'>;

/** Loads the plans of the shop again; null unless the rifa needs them and they could not be loaded. */
export function useUnreadPlans({ plans }: WithPlans): (() => Promise<unknown>) | null {
  const ofShop = useQuery({ ...queries.rifas.tiers.queryOptions(), enabled: plans === null });
  return plans === null && ofShop.isError && !ofShop.data ? () => ofShop.refetch() : null;
}

/** In place of plans that could not be loaded. */
export function UnreadPlans({ rifa }: { rifa: WithPlans }) {
  const loadAgain = useUnreadPlans(rifa);
  if (!loadAgain) return null;
  return (
    <ErrorState title="Não foi possível carregar os planos com bônus." onRetry={loadAgain} className="py-4" />
  );
}
