/**
 * Event streams of all tabs and windows of this browser share a few slots: it opens at most six connections to a site
 * by HTTP/1.1, and a page that gets none of them never loads.
 */
const SLOTS = ['mare.stream.1', 'mare.stream.2', 'mare.stream.3', 'mare.stream.4'];

/**
 * Runs `use` in a free slot, or waits for one. Without locks, as on a page without HTTPS, it runs at once.
 *
 * @throws the reason of the signal that ends the wait
 */
export async function inStreamSlot(signal: AbortSignal, use: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return use();
  for (const slot of SLOTS) {
    const isTaken = await navigator.locks.request(slot, { ifAvailable: true }, async (lock) => {
      if (lock) await use();
      return lock === null;
    });
    if (!isTaken) return;
    signal.throwIfAborted();
  }
  const slot = SLOTS[Math.floor(Math.random() * SLOTS.length)]!;
  return navigator.locks.request(slot, { signal }, use);
}
