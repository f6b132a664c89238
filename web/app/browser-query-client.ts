import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from './query-client.ts';

let client: QueryClient | undefined;

/** The one cache of this tab. Never called on the server, where each request has its own. */
export function browserQueryClient(): QueryClient {
  client ??= createQueryClient((error) => void tell(error));
  return client;
}

/** Loads the words with the first failure, not with the page. */
async function tell(error: unknown): Promise<void> {
  const { tellFailure } = await import('./tell-failure.ts');
  await tellFailure(error);
}
