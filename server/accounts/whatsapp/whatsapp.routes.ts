import {
  confirmWhatsApp,
  hasConfirmedWhatsApp,
  readWhatsApp,
  resendWhatsAppCode,
  startWhatsApp,
  stopWhatsApp,
} from '../../notifications/whatsapp/whatsapp-contact.ts';
import { api, type RequestContext, requireRecentProofIf, requireUser } from '../../platform/http/api.ts';
import { notifyWhatsAppConfirmed } from './notify-whatsapp-confirmed.ts';

const { notifications } = api;

/** The first number needs no proof beyond its code. */
async function mayReplaceNumber(
  _input: unknown,
  { platform, principal }: Pick<RequestContext, 'platform' | 'principal'>,
): Promise<boolean> {
  return principal !== null && (await hasConfirmedWhatsApp(platform.db, principal.userId));
}

export const whatsAppRoutes = {
  whatsApp: notifications.whatsApp.use(requireUser).handler(async ({ context: { platform, principal } }) => {
    return readWhatsApp(platform, principal.userId);
  }),

  startWhatsApp: notifications.startWhatsApp
    .use(requireUser)
    .use(requireRecentProofIf(mayReplaceNumber))
    .handler(async ({ input, context, errors }) => {
      const { platform, principal, ipAddress } = context;
      const { userId } = principal;
      const started = await startWhatsApp(platform, { userId, ipAddress }, input);
      if (!started.ok && started.code === 'INVALID_MOBILE_PHONE') throw errors.INVALID_MOBILE_PHONE();
      if (!started.ok) throw errors.TOO_MANY_REQUESTS({ data: started });
      return readWhatsApp(platform, userId);
    }),

  resendWhatsAppCode: notifications.resendWhatsAppCode
    .use(requireUser)
    .handler(async ({ context: { platform, principal, ipAddress }, errors }) => {
      const { userId } = principal;
      const sent = await resendWhatsAppCode(platform, { userId, ipAddress });
      if (!sent.ok) throw errors.TOO_MANY_REQUESTS({ data: sent });
      return readWhatsApp(platform, userId);
    }),

  confirmWhatsApp: notifications.confirmWhatsApp
    .use(requireUser)
    .handler(async ({ input, context, errors }) => {
      const { platform, principal, ipAddress } = context;
      const { userId, sessionId } = principal;
      const confirmed = await confirmWhatsApp(
        platform,
        { userId, ipAddress },
        input.code,
        async (trx, phone) => notifyWhatsAppConfirmed(platform, trx, { userId, sessionId, phone }),
      );
      if (!confirmed.ok) throw errors.CODE_INVALID();
      return readWhatsApp(platform, userId);
    }),

  stopWhatsApp: notifications.stopWhatsApp.use(requireUser).handler(async ({ context }) => {
    const { platform, principal, ipAddress } = context;
    await stopWhatsApp(platform, { userId: principal.userId, ipAddress });
    return readWhatsApp(platform, principal.userId);
  }),
};
