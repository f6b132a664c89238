import { useQuery } from '@tanstack/react-query';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { QueryState } from '../../../admin/lists/query-state.tsx';
import { queries } from '../../../api.ts';
import { Card } from '../../../ui/card.tsx';
import { DraftPreview } from '../preview/draft-preview.tsx';
import { PublishedTerms } from '../published/published-terms.tsx';
import { RifaState } from '../state/rifa-state.tsx';
import { DraftGaps } from './draft-gaps.tsx';

interface DraftReviewProps {
  rifa: ManagedRifa;
  /** Whether all input is stored, so that the review matches the forms. */
  isSaved: boolean;
  onChanged: () => Promise<unknown>;
}

/** Terms that a publication would freeze, read from the server and not from the forms. */
export function DraftReview({ rifa, isSaved, onChanged }: DraftReviewProps) {
  const input = { id: rifa.id };
  const stored = useQuery({ ...queries.admin.rifas.find.queryOptions({ input }), staleTime: 0 });
  const terms = useQuery({ ...queries.admin.rifas.terms.queryOptions({ input }), staleTime: 0 });
  const options = useQuery({ ...queries.admin.rifas.options.queryOptions({ input }), staleTime: 0 });
  return (
    <>
      <DraftGaps rifaId={rifa.id} />
      <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div>
          <h3 className="text-xl">O que congela agora</h3>
          <p className="text-sm text-ink-soft">
            {isSaved
              ? 'Exatamente o que está salvo e será publicado.'
              : 'O que está salvo até agora. Há mudanças que ainda não foram salvas.'}
          </p>
        </div>
        {stored.data && terms.data && options.data ? (
          <PublishedTerms rifa={stored.data} terms={terms.data} options={options.data.options} />
        ) : (
          <QueryState query={[stored, terms, options].find(({ isError }) => isError) ?? stored} />
        )}
      </Card>
      <DraftPreview rifaId={rifa.id} version={stored.data?.version ?? rifa.version} />
      <RifaState rifa={stored.data ?? rifa} onChanged={() => void onChanged()} />
    </>
  );
}
