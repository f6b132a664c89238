import { retryFailed } from '../../fetching/failures/retry-failed.ts';
import { ErrorState } from '../../ui/states.tsx';
import type { AdminQuery } from './query-state.tsx';

/** Says that a part of a page could not be loaded. Renders nothing while it loads, and once there is data. */
export function UnreadPart({ query, title }: { query: AdminQuery; title: string }) {
  const loadAgain = retryFailed([query]);
  return loadAgain && <ErrorState title={title} onRetry={loadAgain} className="py-4" />;
}
