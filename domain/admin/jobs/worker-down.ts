/** Same limit as the alert `NoWorker`. A running worker checks its schedules at least once a minute. */
const DOWN_AFTER_SECONDS = 300;

/** @param seconds since any worker last checked its schedules */
export function isWorkerDown(seconds: number): boolean {
  return seconds > DOWN_AFTER_SECONDS;
}
