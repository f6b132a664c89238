import { useEffect, useState } from 'react';
import {
  CONSENT_TEXT,
  type Consent,
  type ConsentChoices,
  consentOf,
} from '@mare/domain/personalization/consent.ts';
import type { SessionState } from '../../session/session.ts';
import { queries } from '../../api.ts';
import { keepConsent, keptConsent } from './consent-store.ts';

/**
 * Brings the choices of the browser and of the account together when somebody is signed in: the later one counts.
 *
 * @returns whether that is done, or there is nothing to bring together
 */
export function useAccountConsent(session: SessionState): boolean {
  const userId = session.status === 'signed-in' ? session.userId : null;
  const [doneFor, setDoneFor] = useState<string | null>(null);
  useEffect(() => {
    if (!userId) return;
    let gone = false;
    void bringTogether(userId, () => gone)
      // Without a network the browser's choice stands until there is one.
      .catch(() => undefined)
      .then(() => gone || setDoneFor(userId));
    return () => {
      gone = true;
    };
  }, [userId]);
  return session.status !== 'loading' && doneFor === userId;
}

async function bringTogether(userId: string, isGone: () => boolean): Promise<void> {
  const { consent: account } = await queries.personalization.consent.call();
  if (isGone()) return;
  const counts = consentOf(userId, account, keptConsent());
  if (!counts) return keepConsent(null);
  const saved = counts === account ? account : await save(counts);
  if (!isGone()) keepConsent({ ...saved, userId });
}

function save({ measurement, marketing }: ConsentChoices): Promise<Consent> {
  const textVersion = CONSENT_TEXT.version;
  return queries.personalization.saveConsent.call({ measurement, marketing, textVersion });
}

/** Keeps what was chosen: in this browser at once, in the account as soon as it is reached. */
export async function choose(choices: ConsentChoices, session: SessionState): Promise<void> {
  const { measurement, marketing } = choices;
  const textVersion = CONSENT_TEXT.version;
  const decided = { measurement, marketing, textVersion, decidedAt: new Date().toISOString() };
  keepConsent({ ...decided, userId: null });
  if (session.status !== 'signed-in') return;
  const { userId } = session;
  try {
    keepConsent({ ...(await save(choices)), userId });
  } catch {
    // The next page load brings it to the account.
  }
}
