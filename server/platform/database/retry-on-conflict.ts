const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';
const TRIES = 5;

/** Retries a transaction after a deadlock or serialization failure. @param transact a whole, repeatable transaction */
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
