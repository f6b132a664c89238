/** Startup failed for a reason the operator can fix. The message is for the operator. */
export class StartError extends Error {}
