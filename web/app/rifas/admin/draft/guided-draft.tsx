import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../../admin/lists/query-state.tsx';
import type { Draft } from './draft-parts.ts';
import { DraftEditor } from './draft-editor.tsx';
import { readDraft } from './read-draft.ts';

interface GuidedDraftProps {
  rifaId: string;
  onChanged: () => Promise<unknown>;
}

/** Reads a draft once and edits it. Only a conflict reads it again. */
export function GuidedDraft({ rifaId, onChanged }: GuidedDraftProps) {
  const [typed, setTyped] = useState<Draft | null>(null);
  const draft = useQuery({
    queryKey: ['draft', rifaId],
    queryFn: () => readDraft(rifaId),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (!draft.data) return <QueryState query={draft} />;
  return (
    <DraftEditor
      key={draft.dataUpdatedAt}
      stored={draft.data}
      typed={typed ?? draft.data}
      onReopen={(edits) => {
        setTyped(edits);
        void draft.refetch();
      }}
      onChanged={onChanged}
    />
  );
}
