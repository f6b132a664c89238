/** Promise cache by key, for expensive results that do not change. */
export interface PromiseCache<Value> {
  /** Concurrent calls for one key share one `load`. Failures and null are not cached. */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
}

/** @param limit entries; beyond it the oldest is evicted */
export function memoizeAsync<Value>(limit: number): PromiseCache<Value> {
  const values = new Map<string, Promise<Value>>();
  return {
    get(key, load) {
      const cached = values.get(key);
      if (cached) return cached;
      const loading = load();
      values.set(key, loading);
      loading.then(
        (value) => value === null && values.delete(key),
        () => values.delete(key),
      );
      if (values.size > limit) values.delete(values.keys().next().value!);
      return loading;
    },
  };
}
