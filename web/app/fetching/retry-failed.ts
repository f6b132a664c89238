interface Read {
  isError: boolean;
  data: unknown;
  refetch: () => unknown;
}

/** Reads again what could not be read at all; null if nothing failed. */
export function retryFailed(reads: readonly Read[]): (() => void) | null {
  const failed = reads.filter(({ isError, data }) => isError && data === undefined);
  if (failed.length === 0) return null;
  return () => {
    for (const { refetch } of failed) void refetch();
  };
}
