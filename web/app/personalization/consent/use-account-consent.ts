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
 * Merges the consent of the browser and of the signed-in account: the later decision wins.
 *
 * @returns whether the merge is done or not needed
 */
export function useAccountConsent(session: SessionState): boolean {
  const userId = session.status === 'signed-in' ? session.userId : null;
  const [syncedUserId, setSyncedUserId] = useState<string | null>(null);
  useEffect(() => {
    if (!userId) return;
    let gone = false;
    void synchronizeConsent(userId, () => gone)
      // Offline, the browser's choice applies.
      .catch(() => undefined)
      .then(() => gone || setSyncedUserId(userId));
    return () => {
      gone = true;
    };
  }, [userId]);
  return session.status !== 'loading' && syncedUserId === userId;
}

async function synchronizeConsent(userId: string, isGone: () => boolean): Promise<void> {
  const { consent: account } = await queries.personalization.consent.call();
  if (isGone()) return;
  const counts = consentOf(userId, account, storedConsent());
  if (!counts) return storeConsent(null);
  const saved = counts === account ? account : await save(counts);
  if (!isGone()) storeConsent({ ...saved, userId });
}

function save({ measurement, marketing }: ConsentChoices): Promise<Consent> {
  const textVersion = CONSENT_TEXT.version;
  return queries.personalization.saveConsent.call({ measurement, marketing, textVersion });
}

/** Saves the choices in this browser, then in the signed-in account. */
export async function choose(choices: ConsentChoices, session: SessionState): Promise<void> {
  const { measurement, marketing } = choices;
  const textVersion = CONSENT_TEXT.version;
  const decided = { measurement, marketing, textVersion, decidedAt: new Date().toISOString() };
  storeConsent({ ...decided, userId: null });
  if (session.status !== 'signed-in') return;
  const { userId } = session;
  try {
    storeConsent({ ...(await save(choices)), userId });
  } catch {
    // The next page load retries.
  }
}
