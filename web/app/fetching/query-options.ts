import type { ClientContext, ClientOptions, FriendlyClientOptions } from '@orpc/client';

/** Calls the procedure at this path of the contract. */
export type CallProcedure = (
  path: readonly string[],
  input: unknown,
  options: ClientOptions<ClientContext>,
) => Promise<unknown>;

interface Options {
  input?: unknown;
}

interface InfiniteOptions {
  input: (pageParam: unknown) => unknown;
  initialPageParam: unknown;
}

/**
 * Query and mutation options of every procedure, built from its path alone. Same keys and options as
 * `createTanstackQueryUtils` of oRPC, which would load its client with the first page.
 */
export function createQueryOptions(call: CallProcedure, path: readonly string[] = []): object {
  const options = procedureOptions(call, path);
  return new Proxy(options, {
    get: (own, name) =>
      typeof name === 'symbol' || name in own
        ? Reflect.get(own, name)
        : createQueryOptions(call, [...path, name]),
  });
}

function procedureOptions(call: CallProcedure, path: readonly string[]) {
  const keyOf = (type?: string, input?: unknown) => [
    path,
    { ...(input !== undefined && { input }), ...(type && { type }) },
  ];
  const run = (input: unknown, { context = {}, ...options }: FriendlyClientOptions<ClientContext>) =>
    call(path, input, { ...options, context });
  return {
    call: (input?: unknown, options: FriendlyClientOptions<ClientContext> = {}) => run(input, options),
    /** Prefix of the keys of all procedures below this path, for invalidation. */
    key: ({ type, input }: { type?: string; input?: unknown } = {}) => keyOf(type, input),
    queryKey: ({ input }: Options = {}) => keyOf('query', input),
    queryOptions: (options: Options = {}) => ({
      queryFn: ({ signal }: { signal: AbortSignal }) => run(options.input, { signal }),
      ...options,
      queryKey: keyOf('query', options.input),
    }),
    infiniteOptions: (options: InfiniteOptions) => ({
      queryFn: ({ pageParam, signal }: { pageParam: unknown; signal: AbortSignal }) =>
        run(options.input(pageParam), { signal }),
      ...options,
      queryKey: keyOf('infinite', options.input(options.initialPageParam)),
    }),
    mutationOptions: (options: Options = {}) => ({
      mutationFn: (input: unknown) => run(input, {}),
      ...options,
      mutationKey: keyOf('mutation'),
    }),
  };
}
