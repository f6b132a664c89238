import { REFERRAL_PARAMETER } from '@mare/domain/affiliates/affiliate-code.ts';
import { queries } from '../api.ts';
import { allowed } from '../personalization/consent/consent-store.ts';
import { sessionId } from './session-id.ts';

/** Origin of the visit, read at its start. */
const arrival = readArrival();

const sent = new Set<string>();

/** Sends each step once, with the visitor's consent. Not retried. */
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

/** Empty for pages of this site. */
function hostOf(url: string): string {
  if (!url) return '';
  const { host, hostname } = new URL(url);
  return host === window.location.host ? '' : hostname;
}
