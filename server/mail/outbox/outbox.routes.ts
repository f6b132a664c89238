import { api, requirePermission } from '../../platform/http/api.ts';
import { listOutbox } from './read-outbox.ts';
import { resendMessages } from './resend-messages.ts';

const { outbox } = api.admin;

export const outboxRoutes = {
  list: outbox.list.use(requirePermission('manage-messages')).handler(({ input, context: { platform } }) => {
    return listOutbox(platform.db, platform.clock, input);
  }),
  resend: outbox.resend
    .use(requirePermission('manage-messages'))
    .handler(async ({ input, context: { platform, admin } }) => {
      return { resent: await resendMessages(platform, { id: input.id, userId: admin.userId }) };
    }),
};
