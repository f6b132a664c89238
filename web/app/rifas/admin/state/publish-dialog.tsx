import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../../admin/lists/query-state.tsx';
import { queries } from '../../../api.ts';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { LoneAdminNotice } from './lone-admin-notice.tsx';
import { PublishedTerms } from '../published/published-terms.tsx';
import { GapsNotice, StateChangeError } from './state-change-error.tsx';
import { useChangeState } from './use-change-state.ts';

interface PublishDialogProps {
  rifaId: string;
  to: 'active' | 'scheduled';
  action: string;
  variant: ButtonVariant;
  question: string;
  done: string;
  onClose: () => void;
  onChanged: () => void;
}

/**
 * Shows what is missing, or what is stored and becomes immutable. Publishing sends the version that was read here: the server rejects it
 * if a save happened since, so only what was shown is published.
 */
export function PublishDialog({ rifaId, to, onClose, onChanged, ...step }: PublishDialogProps) {
  const input = { id: rifaId };
  const rifa = useQuery({ ...queries.admin.rifas.find.queryOptions({ input }), ...FRESH });
  const terms = useQuery({ ...queries.admin.rifas.terms.queryOptions({ input }), ...FRESH });
  const options = useQuery({ ...queries.admin.rifas.options.queryOptions({ input }), ...FRESH });
  const gaps = useQuery({ ...queries.admin.rifas.gaps.queryOptions({ input: { ...input, to } }), ...FRESH });
  const hasGaps = gaps.data !== undefined && gaps.data.missing.length > 0;
  const stored = [rifa, terms, options];
  const versions = new Set(stored.map((query) => (query.isFetching ? null : query.data?.version)));
  const isRead = versions.size === 1 && !versions.has(null) && !versions.has(undefined);
  const readAgain = () => Promise.all([...stored, gaps].map((query) => query.refetch()));
  const change = useChangeState({ done: step.done, onClose, onChanged });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      size="lg"
      title={`${step.action}: ${rifa.data?.title ?? 'rifa'}`}
      action={step.action}
      variant={step.variant}
      disabled={!isRead || gaps.isFetching || hasGaps}
      loading={change.isPending}
      onConfirm={() => rifa.data && change.mutate({ ...input, version: rifa.data.version, to })}
    >
      <div className="grid gap-5">
        {hasGaps && <GapsNotice gaps={gaps.data} />}
        <p>{step.question}</p>
        <LoneAdminNotice />
        {rifa.data && terms.data && options.data ? (
          <PublishedTerms rifa={rifa.data} terms={terms.data} options={options.data.options} />
        ) : (
          <QueryState query={stored.find(({ isError }) => isError) ?? rifa} />
        )}
        {change.isError && <StateChangeError error={change.error} />}
        <Button
          variant="outline"
          size="sm"
          icon="refresh"
          className="justify-self-start"
          loading={[...stored, gaps].some(({ isFetching }) => isFetching)}
          onClick={() => {
            change.reset();
            void readAgain();
          }}
        >
          Ler de novo o que está salvo
        </Button>
      </div>
    </ConfirmDialog>
  );
}

const FRESH = { staleTime: 0, refetchOnMount: 'always' } as const;
