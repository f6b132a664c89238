import { useQueries } from '@tanstack/react-query';
import { queries } from '../../api.ts';
import type { WhyNot } from '../../orders/eligibility/eligibility-messages.ts';

/** What the checkout itself asks for. */
const ASKED_HERE = new Set(['city_unknown', 'birth_date_unknown']);

/** Why the buyer may not take part in one of the rifas, told before paying rather than after; null where all is well. */
export function useParticipation(rifaIds: readonly string[]): WhyNot | null {
  return useQueries({
    queries: [...new Set(rifaIds)].map((id) => ({
      ...queries.rifas.participation.queryOptions({ input: { id } }),
      // The city may have been changed a moment ago.
      staleTime: 0,
      retry: false,
    })),
    combine: (answers) =>
      answers.map(({ data }) => data).find((data) => data?.reason && !ASKED_HERE.has(data.reason)) ?? null,
  });
}
