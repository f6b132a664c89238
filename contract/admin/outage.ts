import { z } from 'zod';

/** What stops the shop although its pages are served. */
export const outage = z.object({
  /** The database accepts no writes, as on a full disk: nobody can order, sign in or change anything. */
  rejectsWrites: z.boolean(),
  /** No worker runs: orders are placed and paid, but reservations do not end, and refunds, draws and mails wait. */
  isWorkerAway: z.boolean(),
});
export type Outage = z.infer<typeof outage>;
