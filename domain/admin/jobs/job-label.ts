/** A background job as the panel describes it. */
export interface JobLabel {
  /** What the job does. */
  title: string;
  /** What it means for people that it did not run. */
  effect: string;
  /** What to know before it is tried again; absent if another try does no harm. */
  retryNote?: string;
}
