import type { QueryClient } from '@tanstack/react-query';
import { CONNECTION_FAILED } from './connection-failed.ts';
import { isUnauthenticated } from './is-api-error.ts';
import { createQueryClient } from './query-client.ts';
import { lazyToast } from '../ui/overlay/lazy-toast.ts';

let client: QueryClient | undefined;

/** The one cache of this tab. Never called on the server, where each request has its own. */
export function browserQueryClient(): QueryClient {
  client ??= createQueryClient(
    (error) => void tell(error),
    (error) => void dropSession(error),
  );
  return client;
}

/** Loads the words with the first failure, not with the page; where they cannot be loaded, the connection is lost. */
async function tell(error: unknown): Promise<void> {
  try {
    const { notifyFailure } = await import('./notify-failure.ts');
    await notifyFailure(error);
  } catch {
    lazyToast.error(CONNECTION_FAILED, { id: CONNECTION_FAILED });
  }
}

/** Where the change was refused because the session has ended elsewhere, it ends here, too. */
async function dropSession(error: unknown): Promise<void> {
  if (!isUnauthenticated(error)) return;
  const { dropLostSession } = await import('../session/lost-session.ts');
  await dropLostSession();
}
