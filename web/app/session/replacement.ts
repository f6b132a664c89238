/**
 * Changes that replace the session's tokens, e.g. a new password. All tabs share the session: a call with a former token
 * that any tab has made waits for the new one.
 */
const LOCK = 'mare.auth.replacement';
/** A tab that the system has suspended may keep the lock. */
const WAIT_MS = 10_000;
/** Browsers show other tabs a change of their storage a moment later. */
const SEEN_WITHIN_MS = 1_000;

/** The latest change of this tab, for browsers without locks. */
let ownChange: Promise<unknown> = Promise.resolve();

/** Makes a change that replaces the session. Rejected calls of all tabs wait for it. @returns the change's result */
export function whileReplacing<Result>(change: () => Promise<Result>): Promise<Result> {
  const replacing: Promise<Result> = 'locks' in navigator ? navigator.locks.request(LOCK, change) : change();
  ownChange = replacing.catch(() => undefined);
  return replacing;
}

/** Waits for the end of a change that is replacing the session. */
export async function replaced(): Promise<void> {
  await ownChange;
  if (!('locks' in navigator)) return;
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), WAIT_MS);
  await navigator.locks
    .request(LOCK, { mode: 'shared', signal: waiting.signal }, () => undefined)
    .catch(() => undefined);
  clearTimeout(timer);
}

/**
 * Waits for the new session of such a change, which another tab may have stored a moment ago.
 * @param sent access token of a rejected call
 * @param readToken access token of the stored session
 */
export async function untilReplaced(sent: string | null, readToken: () => string | undefined): Promise<void> {
  await replaced();
  if (readToken() !== sent) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('storage', look);
      resolve();
    };
    const look = () => {
      if (readToken() !== sent) end();
    };
    const timer = setTimeout(end, SEEN_WITHIN_MS);
    window.addEventListener('storage', look);
  });
}
