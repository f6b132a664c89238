/** Name of the lottery’s own service. */
export const OFFICIAL_SOURCE = 'official';

/** A service that publishes results of the Loteria Federal. */
export interface LotterySource {
  /** `official`, or the host of a mirror. */
  name: string;
  /** Maximum number of missing extractions that one refresh fetches; the next refresh continues. */
  missingAtOnce: number;
  /**
   * @param number null for the latest extraction
   * @throws when the service cannot be reached or responds with an error
   */
  readResponse(number: number | null): Promise<{ url: string; body: string }>;
}
