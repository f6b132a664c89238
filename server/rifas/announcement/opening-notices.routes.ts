import { api, limitShared, requireUser } from '../../platform/http/api.ts';
import { networkOf } from '../../platform/network.ts';
import {
  requestNoticeForAccount,
  requestNoticeForEmail,
  cancelNotice,
  confirmNotice,
  endNotice,
  readNotice,
} from './opening-notices.ts';

const { rifas } = api;

const REQUESTS = { name: 'opening-notice', hits: 20, seconds: 3600 };
const MAILS_PER_RECIPIENT = { name: 'opening-notice-address', hits: 5, seconds: 24 * 3600 };

export const openingNoticesRoutes = {
  readNotice: rifas.readNotice
    .use(requireUser)
    .handler(({ input, context }) => readNotice(context.platform.db, input.id, context.principal.userId)),

  askNotice: rifas.askNotice.handler(async ({ input: { id, email }, context, errors }) => {
    const { platform, principal } = context;
    if (principal) {
      if (!(await requestNoticeForAccount(platform, id, principal.userId))) throw errors.NOT_FOUND();
      return { state: 'on' as const };
    }
    if (email === undefined) throw errors.NOT_AUTHENTICATED();
    await limitShared(context, errors, REQUESTS, networkOf(context.ipAddress));
    await limitShared(context, errors, MAILS_PER_RECIPIENT, email.toLowerCase());
    if (!(await requestNoticeForEmail(platform, id, email))) throw errors.NOT_FOUND();
    return { state: 'confirm' as const };
  }),

  endNotice: rifas.endNotice.use(requireUser).handler(async ({ input, context }) => {
    await endNotice(context.platform.db, input.id, context.principal.userId);
    return { isRequested: false as const };
  }),

  confirmNotice: rifas.confirmNotice.handler(async ({ input, context, errors }) => {
    const confirmed = await confirmNotice(context.platform, input.token);
    if (!confirmed) throw errors.NOT_FOUND();
    return confirmed;
  }),

  cancelNotice: rifas.cancelNotice.handler(async ({ input, context }) => {
    await cancelNotice(context.platform.db, input.token);
    return { isRequested: false as const };
  }),
};
