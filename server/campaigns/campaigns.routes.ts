import { api } from '../platform/api.ts';
import { confirmNewsletter, subscribeNewsletter } from './subscribe-newsletter.ts';

export const campaignsRoutes = {
  subscribe: api.campaigns.subscribe.handler(async ({ input, context }) => {
    await subscribeNewsletter(context.platform, input.email);
    return { accepted: true as const };
  }),
  confirm: api.campaigns.confirm.handler(async ({ input, context, errors }) => {
    const email = await confirmNewsletter(context.platform, input.token);
    if (!email) throw errors.NOT_FOUND();
    return { email };
  }),
};
