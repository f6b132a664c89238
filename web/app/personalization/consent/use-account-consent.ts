import { useEffect, useState } from 'react';
import {
  CONSENT_TEXT,
  type Consent,
  type ConsentChoices,
  consentOf,
} from '@mare/domain/personalization/consent.ts';
import type { SessionState } from '../../session/session.ts';
import { queries } from '../../api.ts';
import { storeConsent, storedConsent } from './consent-store.ts';

/**
 * Merges the consent of the browser and of the signed-in account: see `consentOf`.
 *
 * @returns whether the merge is done or not needed
 */
export function useAccountConsent(session: SessionState): boolean {
  const userId = session.status === 'signed-in' ? session.userId : null;
  const [syncedUserId, setSyncedUserId] = useState<string | null>(null);
  useEffect(() => {
    if (!userId) return;
    let isUnmounted = false;
    void synchronizeConsent(userId, () => isUnmounted)
      // Offline, the browser's choice applies.
      .catch(() => undefined)
      .then(() => isUnmounted || setSyncedUserId(userId));
    return () => {
      isUnmounted = true;
    };
  }, [userId]);
  return session.status !== 'loading' && syncedUserId === userId;
}

async function synchronizeConsent(userId: string, isGone: () => boolean): Promise<void> {
  const { consent: account } = await queries.personalization.consent.call();
  if (isGone()) return;
  const browser = storedConsent();
  const counts = consentOf(userId, account, browser);
  if (!counts) return storeConsent(null);
  const saved = counts === account ? account : await save(counts, { adopt: browser?.userId === null });
  if (!isGone()) storeConsent({ ...saved, userId });
}

/** @param adopt a visitor's choice: the account keeps its own, if it has one */
function save({ measurement, marketing }: ConsentChoices, { adopt = false } = {}): Promise<Consent> {
  const textVersion = CONSENT_TEXT.version;
  return queries.personalization.saveConsent.call({ measurement, marketing, textVersion, adopt });
}

/** Saves the choices in this browser, then in the signed-in account. */
export async function choose(choices: ConsentChoices, session: SessionState): Promise<void> {
  const { measurement, marketing } = choices;
  const textVersion = CONSENT_TEXT.version;
  const decided = { measurement, marketing, textVersion, decidedAt: new Date().toISOString() };
  const userId = session.status === 'signed-in' ? session.userId : null;
  storeConsent({ ...decided, userId });
  if (userId === null) return;
  try {
    storeConsent({ ...(await save(choices)), userId });
  } catch {
    // The next page load retries.
  }
}
