const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';
const TRIES = 5;

/** Begins a transaction again that lost a race. @param transact a whole transaction, which may be run again. */
export async function retryOnConflict<T>(transact: () => Promise<T>): Promise<T> {
  for (let tryNo = 1; ; tryNo++) {
    try {
      return await transact();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (tryNo === TRIES || (code !== DEADLOCK_DETECTED && code !== SERIALIZATION_FAILURE)) throw error;
    }
  }
}
