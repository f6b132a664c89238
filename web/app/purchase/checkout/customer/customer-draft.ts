/** Draft of the customer form, in session storage until the order is created. Bound to one account. */
import { CHECKOUT_DRAFT_KEY } from '../../../session/session.ts';
import type { CustomerFields } from './customer.ts';

interface Draft {
  userId: string;
  fields: Partial<CustomerFields>;
}

/** Ignores empty and non-string values: another version of the page may have stored anything. */
export function readDraft(userId: string): Partial<CustomerFields> {
  try {
    const draft = JSON.parse(window.sessionStorage.getItem(CHECKOUT_DRAFT_KEY) ?? 'null') as Draft | null;
    if (draft?.userId !== userId) return {};
    return Object.fromEntries(
      Object.entries(draft.fields).filter(([, text]) => typeof text === 'string' && text),
    );
  } catch {
    return {};
  }
}

export function saveDraft(userId: string, fields: CustomerFields): void {
  try {
    window.sessionStorage.setItem(CHECKOUT_DRAFT_KEY, JSON.stringify({ userId, fields } satisfies Draft));
  } catch {
    // Without storage a reload clears the form.
  }
}

export function deleteDraft(): void {
  try {
    window.sessionStorage.removeItem(CHECKOUT_DRAFT_KEY);
  } catch {
    // Nothing is stored.
  }
}
