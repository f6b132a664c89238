import { errorMessage } from '../../messages.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';

export interface AdminQuery {
  data: unknown;
  error: unknown;
  isError: boolean;
  refetch: () => unknown;
  /** The data are of the previous search while this one is loading. */
  isPlaceholderData?: boolean;
}

interface QueryStateProps {
  query: AdminQuery;
  title?: string | undefined;
}

/** The loading or error state of an admin query. Renders nothing once there is data. */
export function QueryState({ query, title = 'Erro ao carregar dados administrativos' }: QueryStateProps) {
  if (query.data !== undefined) return null;
  if (!query.isError) return <ListSkeleton />;
  return (
    <ErrorState title={title} onRetry={() => void query.refetch()}>
      {errorMessage(query.error)}
    </ErrorState>
  );
}

function ListSkeleton() {
  return (
    <output aria-label="Carregando..." className="grid gap-3">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-20" />
      ))}
    </output>
  );
}
