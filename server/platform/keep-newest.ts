/** Answers that cost and stay the same: the newest ones of a process, by key. */
export interface Kept<Value> {
  /** The one value of a key, made once however many ask. Neither a failure nor null is kept. */
  get(key: string, make: () => Promise<Value>): Promise<Value>;
}

/** @param limit of more than this many, the oldest are forgotten */
export function keepNewest<Value>(limit: number): Kept<Value> {
  const values = new Map<string, Promise<Value>>();
  return {
    get(key, make) {
      const known = values.get(key);
      if (known) return known;
      const made = make();
      values.set(key, made);
      made.then(
        (value) => value === null && values.delete(key),
        () => values.delete(key),
      );
      if (values.size > limit) values.delete(values.keys().next().value!);
      return made;
    },
  };
}
