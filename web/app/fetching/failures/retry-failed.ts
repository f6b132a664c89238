interface Read {
  isError: boolean;
  data: unknown;
  refetch: () => unknown;
}

/** Reads again what could not be read at all; null if nothing failed. */
export function retryFailed(reads: readonly Read[]): (() => Promise<unknown>) | null {
  const failed = reads.filter(({ isError, data }) => isError && data === undefined);
  if (failed.length === 0) return null;
  return () => Promise.all(failed.map(({ refetch }) => refetch()));
}
