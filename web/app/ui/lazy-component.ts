import { type ComponentType, lazy } from 'react';

type Load<T> = () => Promise<{ default: T }>;
// oxlint-disable-next-line typescript/no-explicit-any -- as React's own `lazy` has it
type AnyComponent = ComponentType<any>;

/** The first wait before a part that failed to load is asked for again, and the longest. Milliseconds. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * A part of a page that loads after it. Where it cannot be loaded (the network went, a new version was put in place) it
 * is asked for again until it comes, and the page stands without it meanwhile: its `Suspense` keeps the fallback.
 *
 * @param when 'now' begins to load with the file that names it, 'when shown' with its first rendering
 */
export function lazyComponent<T extends AnyComponent>(
  load: Load<T>,
  when: 'now' | 'when shown' = 'when shown',
) {
  const begun = when === 'now' ? untilLoaded(load) : undefined;
  return lazy(() => begun ?? untilLoaded(load));
}

/** On the server a part that does not load is a fault, and is told. */
async function untilLoaded<T>(load: Load<T>): ReturnType<Load<T>> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch (error) {
      if (typeof window === 'undefined') throw error;
      await networkOrTime(wait);
    }
  }
}

/** Ends when the browser says that it is online again, or after the time. */
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
