import { api, requireUser } from '../../platform/http/api.ts';
import { confirmWhatsApp, readWhatsApp, startWhatsApp, stopWhatsApp } from './whatsapp-contact.ts';

const { notifications } = api;

export const whatsAppRoutes = {
  whatsApp: notifications.whatsApp.use(requireUser).handler(async ({ context: { platform, principal } }) => {
    return readWhatsApp(platform, principal.userId);
  }),

  startWhatsApp: notifications.startWhatsApp.use(requireUser).handler(async ({ input, context, errors }) => {
    const { platform, principal, ipAddress } = context;
    const { userId } = principal;
    const started = await startWhatsApp(platform, { userId, ipAddress }, input);
    if (!started.ok && started.code === 'INVALID_CONTACT') throw errors.INVALID_CONTACT();
    if (!started.ok) throw errors.TOO_MANY_REQUESTS({ data: started });
    return readWhatsApp(platform, userId);
  }),

  confirmWhatsApp: notifications.confirmWhatsApp
    .use(requireUser)
    .handler(async ({ input, context, errors }) => {
      const { platform, principal, ipAddress } = context;
      const { userId } = principal;
      const confirmed = await confirmWhatsApp(platform, { userId, ipAddress }, input.code);
      if (!confirmed.ok) throw errors.CODE_INVALID();
      return readWhatsApp(platform, userId);
    }),

  stopWhatsApp: notifications.stopWhatsApp.use(requireUser).handler(async ({ context }) => {
    const { platform, principal, ipAddress } = context;
    await stopWhatsApp(platform, { userId: principal.userId, ipAddress });
    return readWhatsApp(platform, principal.userId);
  }),
};
