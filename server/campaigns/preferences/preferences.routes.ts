import { api, limitShared, requireUser } from '../../platform/http/api.ts';
import { networkOf } from '../../platform/network.ts';
import { findMailRecipient } from '../../mail/preferences.ts';
import { saveEmailPreferences } from './save-preferences.ts';
import { sendUnsubscribeLinkJob } from './send-unsubscribe-link.job.ts';
import { unsubscribe } from './unsubscribe.ts';
import { readUnsubscribeToken } from '../../mail/unsubscribe-link.ts';

const REQUESTS_PER_NETWORK = { name: 'unsubscribe', hits: 20, seconds: 3600 };
const MAILS_PER_RECIPIENT = { name: 'unsubscribe-address', hits: 3, seconds: 24 * 3600 };

export const emailPreferencesRoutes = {
  preferences: api.campaigns.preferences.use(requireUser).handler(async ({ context, errors }) => {
    const { platform, principal } = context;
    const recipient = await findMailRecipient(platform.db, { userId: principal.userId });
    if (recipient.userId === null) throw errors.NOT_AUTHENTICATED();
    return recipient.preferences;
  }),

  savePreferences: api.campaigns.savePreferences.use(requireUser).handler(async ({ context, input }) => {
    const person = { userId: context.principal.userId, ipAddress: context.ipAddress };
    await saveEmailPreferences(context.platform, person, input);
    return input;
  }),

  requestUnsubscribe: api.campaigns.requestUnsubscribe.handler(async ({ context, input, errors }) => {
    const { platform, principal, ipAddress } = context;
    const email = input.email.toLowerCase();
    await limitShared(context, errors, REQUESTS_PER_NETWORK, networkOf(ipAddress));
    if (principal?.email === email) {
      await unsubscribe(platform, { email, scope: 'everything' }, ipAddress);
      return { done: true };
    }
    await limitShared(context, errors, MAILS_PER_RECIPIENT, email);
    await platform.jobs.enqueue(platform.db, sendUnsubscribeLinkJob, { email });
    return { done: false };
  }),

  unsubscribe: api.campaigns.unsubscribe.handler(async ({ context, input, errors }) => {
    const request = await readUnsubscribeToken(context.platform.db, input.token);
    if (!request) throw errors.NOT_FOUND();
    await unsubscribe(context.platform, request, context.ipAddress);
    return { scope: request.scope };
  }),
};
