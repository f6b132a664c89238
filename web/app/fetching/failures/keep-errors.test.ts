import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keepErrors } from './keep-errors.ts';

const FAILURE = new Error('unavailable');
const queryKey: QueryKey = ['rifas'];

/** A query whose first fetch fails, and whose next ones wait for `answer`. */
function createFailingQuery() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  keepErrors(client.getQueryCache());
  const answer = Promise.withResolvers<string>();
  let hasFailed = false;
  const queryFn = () => {
    if (hasFailed) return answer.promise;
    hasFailed = true;
    return Promise.reject(FAILURE);
  };
  const observe = () => new QueryObserver(client, { queryKey, queryFn });
  return { client, observe, answer };
}

/** Resolves once the shown query has failed. */
function untilFailed(observer: QueryObserver<string>): Promise<() => void> {
  return new Promise((resolve) => {
    const unsubscribe = observer.subscribe(({ isError }) => isError && resolve(unsubscribe));
  });
}

test('keeps the error of a shown query until it is loaded again', async () => {
  const { observe, answer } = createFailingQuery();
  const observer = observe();
  await untilFailed(observer);
  const refetching = observer.refetch();
  expect(observer.getCurrentResult()).toMatchObject({
    isError: true,
    isPending: false,
    isFetching: true,
    error: FAILURE,
    failureReason: FAILURE,
  });
  answer.resolve('loaded');
  await refetching;
  expect(observer.getCurrentResult()).toMatchObject({ isSuccess: true, error: null, data: 'loaded' });
});

test('replaces the error of a query that fails for another reason', async () => {
  const { observe, answer } = createFailingQuery();
  const observer = observe();
  await untilFailed(observer);
  const refetching = observer.refetch();
  const notFound = new Error('not found');
  answer.reject(notFound);
  await refetching;
  expect(observer.getCurrentResult()).toMatchObject({ isError: true, isFetching: false, error: notFound });
});

test('loads a failed query of an earlier page without its error', async () => {
  const { observe } = createFailingQuery();
  const unsubscribe = await untilFailed(observe());
  unsubscribe();
  const next = observe();
  next.subscribe(() => {});
  expect(next.getCurrentResult()).toMatchObject({ isPending: true, isFetching: true, error: null });
});

test('forgets the error of a query that is reset', async () => {
  const { client, observe } = createFailingQuery();
  const observer = observe();
  await untilFailed(observer);
  void client.resetQueries({ queryKey });
  expect(observer.getCurrentResult()).toMatchObject({ isPending: true, isFetching: true, error: null });
});
