/** The command failed for a reason that the operator can fix, given in the message. */
export class OpsError extends Error {}
