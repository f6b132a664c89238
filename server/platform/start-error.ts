/** The process cannot start, for a reason that whoever started it can mend. The message is fit to be shown. */
export class StartError extends Error {}
