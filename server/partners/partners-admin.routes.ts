import { api, requireAdmin } from '../platform/api.ts';
import { setPartnerPixKey, setPartnerStatus } from './change-partner.ts';
import { readsEmailCode, setEmailCode } from './login-setting.ts';
import { selectPartners } from './partners.queries.ts';

const { admin } = api;

export const partnersAdminRoutes = {
  partners: admin.partners.handler(async ({ input, context, errors }) => {
    requireAdmin(context, errors);
    return selectPartners(context.platform.db, input);
  }),

  setPartnerStatus: admin.setPartnerStatus.handler(async ({ input, context, errors }) => {
    const by = requireAdmin(context, errors);
    const changed = await setPartnerStatus(context.platform, { ...input, ...by });
    if (changed.ok) return { status: input.status };
    throw changed.code === 'exists' ? errors.PARTNER_EXISTS() : errors.NOT_FOUND();
  }),

  setPartnerPixKey: admin.setPartnerPixKey.handler(async ({ input, context, errors }) => {
    const by = requireAdmin(context, errors);
    const changed = await setPartnerPixKey(context.platform, { id: input.id, text: input.pixKey, ...by });
    if (changed.ok) return { masked: changed.masked };
    throw changed.code === 'invalid' ? errors.INVALID_PIX_KEY() : errors.NOT_FOUND();
  }),

  partnerLogin: admin.partnerLogin.handler(async ({ context, errors }) => {
    requireAdmin(context, errors);
    return { emailCode: await readsEmailCode(context.platform) };
  }),

  setPartnerLogin: admin.setPartnerLogin.handler(async ({ input, context, errors }) => {
    const by = requireAdmin(context, errors);
    await setEmailCode(context.platform, { ...input, ...by });
    return input;
  }),
};
