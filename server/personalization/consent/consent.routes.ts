import { authenticate } from '../../accounts/authenticate.ts';
import { api, ipAddressOf, limitRate, requireUser } from '../../platform/http/api.ts';
import { readConsent } from './read-consent.ts';
import { type OnConsent, saveConsent } from './save-consent.ts';
import { trackBehaviour } from './track-behaviour.ts';

const BATCHES = { name: 'interactions', hits: 30, seconds: 60 };
const BATCHES_PER_IP_ADDRESS = { name: 'interactions-address', hits: 600, seconds: 60 };

/** @param onConsent see `saveConsent` */
export function createConsentRoutes(onConsent: OnConsent) {
  return {
    consent: api.personalization.consent.use(requireUser).handler(async ({ context }) => {
      return { consent: await readConsent(context.platform.db, context.principal.userId) };
    }),
    saveConsent: api.personalization.saveConsent.use(requireUser).handler(({ input, context }) => {
      const { userId } = context.principal;
      return saveConsent(context.platform, { userId, ipAddress: ipAddressOf(context) }, input, onConsent);
    }),
    track: api.personalization.track.handler(async ({ input, context, errors }) => {
      const { platform } = context;
      limitRate(context, errors, BATCHES_PER_IP_ADDRESS, context.ipAddress);
      const principal = context.principal ?? (await authenticate(platform, `Bearer ${input.token ?? ''}`));
      if (!principal) throw errors.NOT_AUTHENTICATED();
      limitRate(context, errors, BATCHES, principal.userId);
      return { saved: await trackBehaviour(platform, principal.userId, input.events) };
    }),
  };
}
