import { defineEvent } from '../../platform/jobs/define-job.ts';

/** Accounts of two persons turned out to be of one: enqueued in the same transaction. */
export const personsJoined = defineEvent<{ personId: string }>('persons-joined');
