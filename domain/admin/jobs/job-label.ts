/** A background job as the panel describes it. */
export interface JobLabel {
  /** Description of the job. */
  title: string;
  /** Effect on people if the job does not run. */
  effect: string;
  /** Warning before a retry; absent if a retry is harmless. */
  retryNote?: string;
}
