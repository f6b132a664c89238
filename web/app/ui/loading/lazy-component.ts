import { type ComponentType, lazy } from 'react';

type Load<T> = () => Promise<{ default: T }>;
// oxlint-disable-next-line typescript/no-explicit-any -- same type as React's `lazy`
type AnyComponent = ComponentType<any>;

/** Exponential backoff between attempts to load. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

/**
 * React.lazy with retries. While the module cannot be loaded (offline, or after a deployment), `Suspense` shows its
 * fallback and loading is retried with backoff.
 *
 * @param when 'now' starts loading when the calling module is evaluated, 'when shown' on first render
 */
export function lazyComponent<T extends AnyComponent>(
  load: Load<T>,
  when: 'now' | 'when shown' = 'when shown',
) {
  const loading = when === 'now' ? untilLoaded(load) : undefined;
  return lazy(() => loading ?? untilLoaded(load));
}

/** Repeats a failed import, with backoff. On the server there is no retry: a failed import throws. */
export async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      return await load();
    } catch (error) {
      if (typeof window === 'undefined') throw error;
      await networkOrTime(wait);
    }
  }
}

/** Resolves on the browser's `online` event or after the timeout. */
function networkOrTime(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done);
  });
}
