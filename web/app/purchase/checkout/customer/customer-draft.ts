/** What a buyer has typed and not yet sent, as long as the tab is open: for this person alone, and until the order is made. */
import { CHECKOUT_DRAFT_KEY } from '../../../session/session.ts';
import type { CustomerFields } from './customer.ts';

interface Draft {
  userId: string;
  fields: Partial<CustomerFields>;
}

/** Only filled-in words: what another version of the page has kept may hold anything. */
export function draftOf(userId: string): Partial<CustomerFields> {
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

export function keepDraft(userId: string, fields: CustomerFields): void {
  try {
    window.sessionStorage.setItem(CHECKOUT_DRAFT_KEY, JSON.stringify({ userId, fields } satisfies Draft));
  } catch {
    // Without storage the form lives as long as the page.
  }
}

export function forgetDraft(): void {
  try {
    window.sessionStorage.removeItem(CHECKOUT_DRAFT_KEY);
  } catch {
    // Nothing was kept.
  }
}
