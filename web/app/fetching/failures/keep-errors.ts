import type { Query, QueryCache } from '@tanstack/react-query';

/**
 * A failed query without data keeps its error while it is fetched again, so that its message stays on the page with the
 * focus on its button. The library makes such a query pending.
 */
export function keepErrors(cache: QueryCache): void {
  /** Errors that the page shows. */
  const shown = new WeakMap<Query, Error>();
  cache.subscribe((event) => {
    const { query, type } = event;
    if (type === 'observerRemoved' && query.getObserversCount() === 0) shown.delete(query);
    if (type !== 'updated') return;
    const { data, error } = query.state;
    const kept = shown.get(query);
    if (event.action.type === 'fetch' && kept && data === undefined)
      query.setState({ status: 'error', error: kept, fetchFailureReason: kept });
    else if (error && data === undefined && query.getObserversCount() > 0) shown.set(query, error);
    else shown.delete(query);
  });
}
