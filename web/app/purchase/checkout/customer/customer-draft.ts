/** Draft of the customer form, kept in this tab until the order is created. Bound to one account. */
import { readTabDraft, saveTabDraft, textsOf } from '../../../session/tab-draft.ts';
import type { CustomerFields } from './customer.ts';

const NAME = 'checkout';

interface Draft {
  userId: string;
  fields: Partial<CustomerFields>;
}

export function readDraft(userId: string): Partial<CustomerFields> {
  const draft = readTabDraft(NAME) as Draft | null;
  return draft?.userId === userId ? textsOf(draft.fields) : {};
}

export function saveDraft(userId: string, fields: CustomerFields): void {
  saveTabDraft(NAME, { userId, fields } satisfies Draft);
}

export function deleteDraft(): void {
  saveTabDraft(NAME, null);
}
