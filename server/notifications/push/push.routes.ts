import { api, limitRate, requireUser } from '../../platform/http/api.ts';
import { readPushKeys } from './push-keys.ts';
import { confirmPush, subscribePush, unsubscribePush } from './subscribe-push.ts';

const SUBSCRIPTIONS = { name: 'push-subscriptions', hits: 30, seconds: 3600 };

const { notifications } = api;

export const pushRoutes = {
  pushKey: notifications.pushKey.handler(async ({ context }) => {
    const { publicKey } = await readPushKeys(context.platform);
    return { publicKey };
  }),
  subscribePush: notifications.subscribePush.use(requireUser).handler(async ({ input, context, errors }) => {
    limitRate(context, errors, SUBSCRIPTIONS, context.principal.userId);
    if (!(await subscribePush(context.platform, context.principal, input))) throw errors.NOT_AUTHENTICATED();
    return { subscribed: true as const };
  }),
  confirmPush: notifications.confirmPush.use(requireUser).handler(async ({ input, context }) => {
    return { subscribed: await confirmPush(context.platform, context.principal, input.endpoint) };
  }),
  unsubscribePush: notifications.unsubscribePush.use(requireUser).handler(async ({ input, context }) => {
    await unsubscribePush(context.platform, context.principal.userId, input.endpoint);
    return { subscribed: false as const };
  }),
};
