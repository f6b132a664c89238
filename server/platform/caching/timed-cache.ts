/** Promise cache by key, for results that may be stale for a while. */
export interface TimedCache<Value> {
  /** Concurrent calls for one key share one `load`. Failures are not cached. */
  get(key: string, now: Date, load: () => Promise<Value>): Promise<Value>;
  clear(): void;
}

/** @param limit maximum entries; the oldest is evicted */
export function createTimedCache<Value>(maxAgeMs: number, limit = 1): TimedCache<Value> {
  const entries = new Map<string, { loadedAt: number; value: Promise<Value> }>();
  return {
    get(key, now, load) {
      const cached = entries.get(key);
      // Absolute difference: an entry loaded before the clock was set back expires too.
      if (cached && Math.abs(now.getTime() - cached.loadedAt) < maxAgeMs) return cached.value;
      const entry = { loadedAt: now.getTime(), value: load() };
      entries.delete(key);
      entries.set(key, entry);
      if (entries.size > limit) entries.delete(entries.keys().next().value!);
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return entry.value;
    },
    clear: () => entries.clear(),
  };
}
