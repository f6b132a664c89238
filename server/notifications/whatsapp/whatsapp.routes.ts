import { api } from '../../platform/http/api.ts';
import { confirmWhatsApp, readWhatsApp, startWhatsApp, stopWhatsApp } from './whatsapp-contact.ts';

const { notifications } = api;

export const whatsAppRoutes = {
  whatsApp: notifications.whatsApp.handler(async ({ context: { platform, principal }, errors }) => {
    if (!principal) throw errors.NOT_AUTHENTICATED();
    return readWhatsApp(platform, principal.userId);
  }),

  startWhatsApp: notifications.startWhatsApp.handler(async ({ input, context, errors }) => {
    const { platform, principal, address } = context;
    if (!principal) throw errors.NOT_AUTHENTICATED();
    const { userId } = principal;
    const started = await startWhatsApp(platform, { userId, address }, input);
    if (!started.ok && started.code === 'INVALID_CONTACT') throw errors.INVALID_CONTACT();
    if (!started.ok) throw errors.TOO_MANY_REQUESTS({ data: started });
    return readWhatsApp(platform, userId);
  }),

  confirmWhatsApp: notifications.confirmWhatsApp.handler(async ({ input, context, errors }) => {
    const { platform, principal, address } = context;
    if (!principal) throw errors.NOT_AUTHENTICATED();
    const { userId } = principal;
    const confirmed = await confirmWhatsApp(platform, { userId, address }, input.code);
    if (!confirmed.ok) throw errors.CODE_INVALID();
    return readWhatsApp(platform, userId);
  }),

  stopWhatsApp: notifications.stopWhatsApp.handler(async ({ context, errors }) => {
    const { platform, principal, address } = context;
    if (!principal) throw errors.NOT_AUTHENTICATED();
    await stopWhatsApp(platform, { userId: principal.userId, address });
    return readWhatsApp(platform, principal.userId);
  }),
};
