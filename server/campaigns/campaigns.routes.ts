import { requireOpen } from '../settings/require-open.ts';
import { api, limitShared } from '../platform/http/api.ts';
import { networkOf } from '../platform/network.ts';
import { confirmNewsletter, subscribeNewsletter } from './subscribe-newsletter.ts';

const SUBSCRIPTIONS = { name: 'subscribe', hits: 20, seconds: 3600 };
const MAILS_PER_RECIPIENT = { name: 'subscribe-address', hits: 3, seconds: 24 * 3600 };

export const campaignsRoutes = {
  subscribe: api.campaigns.subscribe.handler(async ({ input, context, errors }) => {
    await limitShared(context, errors, SUBSCRIPTIONS, networkOf(context.ipAddress));
    await limitShared(context, errors, MAILS_PER_RECIPIENT, input.email.toLowerCase());
    await requireOpen(context, errors, 'newsletter');
    await subscribeNewsletter(context.platform, input.email, {
      userId: context.principal?.userId ?? null,
      ipAddress: context.ipAddress,
    });
    return { accepted: true as const };
  }),
  confirm: api.campaigns.confirm.handler(async ({ input, context, errors }) => {
    const email = await confirmNewsletter(context.platform, input.token, {
      userId: context.principal?.userId ?? null,
      ipAddress: context.ipAddress,
    });
    if (!email) throw errors.NOT_FOUND();
    return { email };
  }),
};
