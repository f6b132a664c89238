/** As the alert `NoWorker`. A worker looks at its schedules at least once a minute. */
const AWAY_AFTER_SECONDS = 300;

/** @param seenSeconds since a worker last looked at its schedules */
export function isWorkerAway(seenSeconds: number): boolean {
  return seenSeconds > AWAY_AFTER_SECONDS;
}
