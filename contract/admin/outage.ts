import { z } from 'zod';

/** Outages that stop the shop while its pages are still served. */
export const outage = z.object({
  /** The database accepts no writes, e.g. because its disk is full: orders, sign-ins and all changes fail. */
  rejectsWrites: z.boolean(),
  /** No worker runs: orders are placed and paid, but reservations do not expire, and refunds, draws and mails wait. */
  isWorkerDown: z.boolean(),
});
export type Outage = z.infer<typeof outage>;
