import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { CONSENT_TEXT } from '@mare/domain/personalization/consent.ts';
import { useSession } from '../../session/session.ts';
import { useConsent } from './consent-store.ts';
import { choose, useAccountConsent } from './use-account-consent.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';

const ConsentPanel = lazyComponent(() => import('./consent-panel.tsx'));
/** Loaded only if tracking is allowed. */
const BehaviourTracker = lazyComponent(() => import('./behaviour-tracker.tsx'));

/**
 * Asks for consent once, and again on request or when the consent text changes. Nothing is measured before, so the
 * question can wait while the organiser works in the panel.
 */
export function ConsentBanner() {
  const session = useSession();
  const consent = useConsent();
  const settled = useAccountConsent(session);
  const isPanel = /^\/admin(?:\/|$)/.test(useLocation().pathname);
  if (!consent || !settled) return null;
  const { stored, asking } = consent;
  const counts = stored?.textVersion === CONSENT_TEXT.version ? stored : null;
  return (
    <Suspense>
      {(asking || (!counts && !isPanel)) && (
        <ConsentPanel
          key={String(asking)}
          current={asking ? counts : null}
          onChoose={(choices) => void choose(choices, session)}
        />
      )}
      {counts?.measurement && session.status === 'signed-in' && <BehaviourTracker />}
    </Suspense>
  );
}
