import { SESSION_STORAGE_KEY } from '@mare/domain/experiments/assignment.ts';

let unstored: string | undefined;

/** Of this browser's session; says nothing of the person. */
export function sessionId(): string {
  try {
    const stored = window.sessionStorage.getItem(SESSION_STORAGE_KEY);
    if (stored) return stored;
  } catch {
    // Without storage the session is as long as the page.
  }
  unstored ??= crypto.randomUUID();
  try {
    window.sessionStorage.setItem(SESSION_STORAGE_KEY, unstored);
  } catch {
    // Made anew on the next page.
  }
  return unstored;
}
