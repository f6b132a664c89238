import { SESSION_STORAGE_KEY } from '@mare/domain/experiments/assignment.ts';

let unstored: string | undefined;

/** Random id of the browser session, not linked to a person. */
export function sessionId(): string {
  try {
    const stored = window.sessionStorage.getItem(SESSION_STORAGE_KEY);
    if (stored) return stored;
  } catch {
    // Without storage the session lasts as long as the page.
  }
  unstored ??= crypto.randomUUID();
  try {
    window.sessionStorage.setItem(SESSION_STORAGE_KEY, unstored);
  } catch {
    // The next page load creates another id.
  }
  return unstored;
}
