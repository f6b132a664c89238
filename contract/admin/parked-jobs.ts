/** Background jobs that failed all their attempts, in the panel. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pickErrors } from '../errors.ts';

/** Entity that a job concerns. An e-mail address has no page in the panel and no id. */
const jobSubject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['order', 'person', 'rifa', 'ticket', 'partner']),
    id: z.uuid(),
    title: z.string(),
  }),
  z.object({ kind: z.literal('address'), title: z.string() }),
]);
export type JobSubject = z.infer<typeof jobSubject>;

const parkedJob = z.object({
  id: z.uuid(),
  queue: z.string(),
  subjects: z.array(jobSubject),
  /** How many more it concerns. */
  moreSubjects: z.int(),
  /** The next run of its schedule does the same work. */
  recurs: z.boolean(),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  /** End of the last attempt. */
  failedAt: z.iso.datetime(),
  /** Error of the last attempt, for engineers. */
  lastError: z.string().nullable(),
});
export type ParkedJob = z.infer<typeof parkedJob>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const parkedJobs = {
  list: oc
    .route({ method: 'GET', path: '/admin/parked-jobs', summary: 'List parked jobs, newest first' })
    .output(z.object({ jobs: z.array(parkedJob), count: z.int() }))
    .errors(onlyAdmins),
  retry: oc
    .route({ method: 'POST', path: '/admin/parked-jobs/retry', summary: 'Try parked jobs once more' })
    /** Null: all parked jobs. */
    .input(z.object({ id: z.uuid().nullable() }))
    .output(z.object({ retried: z.int() }))
    .errors(onlyAdmins),
  discard: oc
    .route({ method: 'POST', path: '/admin/parked-jobs/discard', summary: 'Discard a parked job' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ discarded: z.boolean() }))
    .errors(onlyAdmins),
};
