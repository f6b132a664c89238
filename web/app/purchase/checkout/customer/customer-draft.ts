/** Draft of the customer form, kept in this tab until the order is created. Bound to one account. */
import { readTabDraft, saveTabDraft } from '../../../session/tab-draft.ts';
import type { CustomerFields } from './customer.ts';

const NAME = 'checkout';

interface Draft {
  userId: string;
  fields: Partial<CustomerFields>;
}

/** Ignores empty and non-string values: another version of the page may have stored anything. */
export function readDraft(userId: string): Partial<CustomerFields> {
  const draft = readTabDraft(NAME) as Draft | null;
  if (draft?.userId !== userId) return {};
  return Object.fromEntries(
    Object.entries(draft.fields ?? {}).filter(([, text]) => typeof text === 'string' && text),
  );
}

export function saveDraft(userId: string, fields: CustomerFields): void {
  saveTabDraft(NAME, { userId, fields } satisfies Draft);
}

export function deleteDraft(): void {
  saveTabDraft(NAME, null);
}
