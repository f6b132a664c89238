import { hydrate, notifyManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { CONNECTION_FAILED } from './failures/connection-failed.ts';
import { registerCache } from './deferred-cache/loaded-cache.ts';
import { keepErrors } from './failures/keep-errors.ts';
import { createQueryClient } from './query-client.ts';
import { recoverChunks } from './chunks/recover-chunk.ts';
import { refetchFailedWhenReady } from './failures/refetch-failed.ts';
import { links } from '../links.ts';
import { lazyToast } from '../ui/overlay/lazy-toast.ts';

let client: QueryClient | undefined;

/** Query cache of this tab. Never call it on the server, where each request has its own cache. */
export function browserQueryClient(): QueryClient {
  client ??= createClient();
  return client;
}

function createClient(): QueryClient {
  const created = createQueryClient(
    (error) => void showFailure(error),
    (error) => void dropSession(error),
  );
  keepErrors(created.getQueryCache());
  return created;
}

/** If the messages cannot be loaded, the connection is lost. A page that works offline has its own notice. */
async function showFailure(error: unknown): Promise<void> {
  refetchFailedWhenReady(browserQueryClient(), error);
  if (!navigator.onLine && window.location.pathname === links.stand()) return;
  try {
    const { notifyFailure } = await import('./failures/failed-call.ts');
    await notifyFailure(error);
  } catch {
    lazyToast.error(CONNECTION_FAILED, { id: CONNECTION_FAILED });
  }
}

async function dropSession(error: unknown): Promise<void> {
  const { dropRejectedSession } = await import('./failures/failed-call.ts');
  await dropRejectedSession(error);
}

if (!import.meta.env.SSR) {
  browserQueryClient().mount();
  recoverChunks(() => browserQueryClient().isMutating() > 0);
  registerCache({ client: browserQueryClient(), hydrate, notifyManager, QueryObserver });
}
