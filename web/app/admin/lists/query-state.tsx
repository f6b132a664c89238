import { errorMessage } from '../../messages.ts';
import { ListLoading } from '../../ui/loading/list-loading.tsx';
import { ErrorState } from '../../ui/states.tsx';

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
  if (!query.isError) return <ListLoading rows={5} />;
  return (
    <ErrorState title={title} onRetry={() => query.refetch()}>
      {errorMessage(query.error)}
    </ErrorState>
  );
}
