import { useQueries } from '@tanstack/react-query';
import { queries } from '../../api.ts';
import type { IneligibilityOfRifa } from '../../orders/eligibility/eligibility-messages.ts';

/** Reasons that the checkout form resolves. */
const RESOLVED_AT_CHECKOUT = new Set(['city_unknown', 'birth_date_unknown', 'cpf_unknown']);

/** First reason why the signed-in buyer is not eligible for one of the rifas; null if eligible. */
export function useParticipation(
  rifaIds: readonly string[],
  { isAsked = true } = {},
): IneligibilityOfRifa | null {
  const ids = [...new Set(rifaIds)];
  return useQueries({
    queries: ids.map((id) => ({
      ...queries.rifas.participation.queryOptions({ input: { id } }),
      // The buyer may have just changed the city.
      staleTime: 0,
      retry: false,
      enabled: isAsked,
    })),
    combine: (answers) =>
      answers
        .map(({ data }, at) => data && { ...data, rifaId: ids[at]! })
        .find((data) => data?.reason && !RESOLVED_AT_CHECKOUT.has(data.reason)) ?? null,
  });
}
