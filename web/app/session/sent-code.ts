/** The latest access code that this tab requested, so that a reload does not lose its field. */
import { readTabDraft, saveTabDraft } from '../../../session/tab-draft.ts';

const SENT_CODE_DRAFT = 'access-code';
/** Validity of a code on the server. */
const CODE_MINUTES = 10;

export interface SentCode {
  accessId: string;
  contact: string;
}

interface SentCodeDraft extends SentCode {
  /** In milliseconds of this device's clock. */
  sentAt: number;
}

export function saveSentCode(sent: SentCode, now: Date): void {
  saveTabDraft(SENT_CODE_DRAFT, { ...sent, sentAt: now.getTime() } satisfies SentCodeDraft);
}

/** @returns null if it has expired, or was sent to none of these contacts */
export function readSentCode(contacts: (string | null)[], now: Date): SentCode | null {
  const { accessId, contact, sentAt } = (readTabDraft(SENT_CODE_DRAFT) ?? {}) as Partial<SentCodeDraft>;
  if (!accessId || !contact || !sentAt || !contacts.includes(contact)) return null;
  const ageMs = now.getTime() - sentAt;
  return ageMs >= 0 && ageMs < CODE_MINUTES * 60_000 ? { accessId, contact } : null;
}

export function deleteSentCode(): void {
  saveTabDraft(SENT_CODE_DRAFT, null);
}
