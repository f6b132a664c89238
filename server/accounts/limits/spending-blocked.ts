import { defineEvent } from '../../platform/jobs/define-job.ts';

/** A person paused or excluded herself: enqueued in the same transaction. */
export const spendingBlocked = defineEvent<{ personId: string }>('spending-blocked');
