interface TestSite {
  url: string;
  /** Folder of sent messages, unless MAILBOX_DIR is set. */
  mailbox: string;
  /** Address of the database; another one after a restart. */
  readonly database: string;
  /** Starts the site again, with its data and other settings. */
  restart(changes: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param settings additional environment variables
 * @param program the server, or one that starts it in another way
 */
export function startTestSite(settings?: Record<string, string>, program?: string): Promise<TestSite>;
