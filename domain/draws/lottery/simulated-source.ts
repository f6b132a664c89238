/** URL prefix of the demonstration's lottery; no page of the Loteria Federal starts with it. */
export const SIMULATED_SOURCE = 'demo:';

/**
 * Whether a result comes from the demonstration's lottery.
 * @param sourceUrl null for a typed result
 */
export function isSimulated({ sourceUrl }: { sourceUrl: string | null }): boolean {
  return sourceUrl?.startsWith(SIMULATED_SOURCE) ?? false;
}
