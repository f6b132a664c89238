/** The recipient's mail server takes no mail for this address, now or later. */
export class AddressRejectedError extends Error {
  constructor(answer: string) {
    super(answer);
    this.name = 'AddressRejectedError';
  }
}

/** No such mailbox, moved away, a name that cannot be, a host that takes no mail (RFC 5321, 4.2.3; RFC 7504). */
const NO_MAILBOX = new Set([521, 550, 551, 553, 556]);
/** What a server refuses for its own reasons says nothing of the address: full, or not from us (RFC 3463). */
const NOT_THE_ADDRESS = /\b5\.(?:2\.2|3\.\d+|7\.\d+)\b/;

/** What the server said, when an error of sending is its final word on the recipient; else null. */
export function addressRejectionOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { command, responseCode, response } = error as Error & {
    command?: string;
    responseCode?: number;
    response?: string;
  };
  if (command !== 'RCPT TO' || !responseCode || !NO_MAILBOX.has(responseCode)) return null;
  const answer = response ?? String(responseCode);
  return NOT_THE_ADDRESS.test(answer) ? null : answer.slice(0, 300);
}
