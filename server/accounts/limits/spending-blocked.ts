import { defineEvent } from '../../platform/jobs/jobs.ts';

/** A person paused or excluded herself: enqueued in the same transaction. */
export const spendingBlocked = defineEvent<{ personId: string }>('spending-blocked');
