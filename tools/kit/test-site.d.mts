interface TestSite {
  url: string;
  /** Folder of sent messages, unless MAILBOX_DIR is set. */
  mailbox: string;
  database: string;
  stop(): Promise<void>;
}

/** @param settings additional environment variables */
export function startTestSite(settings?: Record<string, string>): Promise<TestSite>;
