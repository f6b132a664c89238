import { REFERRAL_PARAMETER } from '@mare/domain/affiliates/affiliate-code.ts';
import { queries } from '../api.ts';
import { allowed } from '../personalization/consent/consent-store.ts';
import { sessionId } from './session-id.ts';

/** As it was when the visit began. */
const arrival = readArrival();

const sent = new Set<string>();

/** Only while measurement is allowed. A step that is lost is lost: the page goes on. */
export async function sendStep(
  step: 'arrival' | 'view' | 'cart' | 'order',
  orderReference?: string,
): Promise<void> {
  if (sent.has(step) || !allowed().measurement) return;
  sent.add(step);
  await queries.experiments.recordVisit.call({ sessionId: sessionId(), step, orderReference, ...arrival });
}

function readArrival() {
  const parameters = new URLSearchParams(window.location.search);
  return {
    utmSource: parameters.get('utm_source')?.slice(0, 200) ?? null,
    affiliate: parameters.has(REFERRAL_PARAMETER),
    referrerHost: hostOf(document.referrer),
  };
}

/** Empty for a page of our own. */
function hostOf(address: string): string {
  const url = URL.parse(address);
  return url && url.host !== window.location.host ? url.hostname : '';
}
