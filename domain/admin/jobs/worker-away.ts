/** As the alert `NoWorker`. A worker looks at its schedules at least once a minute. */
const AWAY_AFTER_SECONDS = 300;

/** @param seenSeconds since a worker last looked at its schedules; null: a new shop, whose first worker may just start */
export function isWorkerAway(seenSeconds: number | null): boolean {
  return seenSeconds !== null && seenSeconds > AWAY_AFTER_SECONDS;
}
