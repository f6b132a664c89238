/** The server's Retry-After is two seconds; jitter keeps visitors from returning at the same moment. */
const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 16_000;

/**
 * Asks the server, with backoff, whether it is ready.
 * @param isDone called when it is ready; ends the wait, unless it returns false
 * @returns stops asking
 */
export function whenReady(isDone: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  const wait = (milliseconds: number) => {
    timer = setTimeout(() => void ask(milliseconds), milliseconds * (1 + Math.random()));
  };
  const ask = async (waited: number) => {
    const response = await fetch('/readyz', { cache: 'no-store' }).catch(() => null);
    const isOver = isStopped || (response?.ok && (await isDone()) !== false);
    if (!isOver && !isStopped) wait(Math.min(waited * 2, MAX_WAIT_MS));
  };
  wait(FIRST_WAIT_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
