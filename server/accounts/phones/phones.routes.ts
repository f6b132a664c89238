import {
  api,
  ipAddressOf,
  type RequestContext,
  requireRecentProofIf,
  requireUser,
} from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Auth, openAuth } from '../auth.ts';
import { readAuthSettings } from '../auth-settings.ts';
import { confirmPhone } from './confirm-phone.ts';
import { findConfirmedPhone, readPhoneConfirmation } from './read-phone-confirmation.ts';
import { sendPhoneCode } from './send-phone-code.ts';

/** The first phone needs no proof beyond its code. */
async function replacesPhone(
  _input: unknown,
  { platform, principal }: Pick<RequestContext, 'platform' | 'principal'>,
): Promise<boolean> {
  return principal !== null && (await findConfirmedPhone(platform.db, platform, principal.userId)) !== null;
}

export const phonesRoutes = {
  phoneConfirmation: api.accounts.phoneConfirmation
    .use(requireUser)
    .handler(({ context: { platform, principal } }) =>
      readPhoneConfirmation(authOf(platform), principal.userId),
    ),
  startPhoneConfirmation: api.accounts.startPhoneConfirmation
    .use(requireUser)
    .use(requireRecentProofIf(replacesPhone))
    .handler(async ({ context, input, errors }) => {
      const { userId } = context.principal;
      const auth = authOf(context.platform);
      const sent = await sendPhoneCode(auth, { userId, ipAddress: context.ipAddress }, input.phone);
      if (sent.ok) return readPhoneConfirmation(auth, userId);
      if (sent.code === 'NOT_FOUND') throw errors.NOT_FOUND();
      if (sent.code === 'INVALID_PROFILE') throw errors.INVALID_PROFILE({ data: { field: sent.field } });
      throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: sent.retryAfterSeconds } });
    }),
  confirmPhone: api.accounts.confirmPhone.use(requireUser).handler(async ({ context, input, errors }) => {
    const { userId } = context.principal;
    const auth = authOf(context.platform);
    const confirmed = await confirmPhone(auth, { userId, ipAddress: ipAddressOf(context) }, input.code);
    if (confirmed.ok) return readPhoneConfirmation(auth, userId);
    if (confirmed.code === 'CODE_INVALID') throw errors.CODE_INVALID();
    throw errors.PERSON_CONFLICT({ data: { reason: confirmed.reason } });
  }),
};

function authOf(platform: Platform): Auth {
  return openAuth(platform, readAuthSettings(process.env, platform.config));
}
