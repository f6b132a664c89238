import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from './query-client.ts';

let client: QueryClient | undefined;

/** The one cache of this tab. Never called on the server, where each request has its own. */
export function browserQueryClient(): QueryClient {
  client ??= createQueryClient(
    (error) => void import('./tell-failure.ts').then((told) => told.tellFailure(error)),
  );
  return client;
}
