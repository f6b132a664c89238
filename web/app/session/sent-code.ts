/** The latest codes that this tab requested, so that a reload does not lose their field. */
import { useState } from 'react';
import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import { readTabDraft, saveTabDraft } from './tab-draft.ts';

/** `access` signs in; `lookup` opens one's numbers and orders. */
type CodeKind = 'access' | 'lookup';

export interface SentCode {
  requestId: string;
  contact: string;
}

interface SentCodeDraft extends SentCode {
  /** In milliseconds of this device's clock. */
  sentAt: number;
}

const draftOf = (kind: CodeKind) => `${kind}-code`;

export function saveSentCode(kind: CodeKind, sent: SentCode, now: Date): void {
  saveTabDraft(draftOf(kind), { ...sent, sentAt: now.getTime() } satisfies SentCodeDraft);
}

/**
 * @param contacts those it may have been sent to; any by default
 * @returns null if it has expired, or was sent to none of these contacts
 */
export function readSentCode(kind: CodeKind, now: Date, contacts?: (string | null)[]): SentCode | null {
  const { requestId, contact, sentAt } = (readTabDraft(draftOf(kind)) ?? {}) as Partial<SentCodeDraft>;
  if (!requestId || !contact || !sentAt || (contacts && !contacts.includes(contact))) return null;
  const ageMs = now.getTime() - sentAt;
  return ageMs >= 0 && ageMs < SENT_CODE_MINUTES * 60_000 ? { requestId, contact } : null;
}

export function deleteSentCode(kind: CodeKind): void {
  saveTabDraft(draftOf(kind), null);
}

/** The sent code of a form with two steps: `keep` leads to the second one, `restart` back to the first. */
export function useSentCode(kind: CodeKind) {
  const [sent, setSent] = useState(() => readSentCode(kind, new Date()));
  return {
    sent,
    keep: (code: SentCode) => {
      saveSentCode(kind, code, new Date());
      setSent(code);
    },
    restart: () => {
      deleteSentCode(kind);
      setSent(null);
    },
  };
}
