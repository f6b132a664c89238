/** The recipient's mail server permanently rejects this address. */
export class RecipientRejectedError extends Error {
  constructor(reply: string) {
    super(reply);
    this.name = 'RecipientRejectedError';
  }
}

/** Missing or moved mailbox, invalid name, host without mail (RFC 5321, 4.2.3; RFC 7504). */
const NO_MAILBOX = new Set([521, 550, 551, 553, 556]);
/** Rejections that do not concern the address: mailbox full, system or policy (RFC 3463). */
const NOT_THE_ADDRESS = /\b5\.(?:2\.2|3\.\d+|7\.\d+)\b/;

/** The server's response if it permanently rejects the recipient, else null. */
export function recipientRejectionOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { command, responseCode, response } = error as Error & {
    command?: string;
    responseCode?: number;
    response?: string;
  };
  if (command !== 'RCPT TO' || !responseCode || !NO_MAILBOX.has(responseCode)) return null;
  const reply = response ?? String(responseCode);
  return NOT_THE_ADDRESS.test(reply) ? null : reply.slice(0, 300);
}
