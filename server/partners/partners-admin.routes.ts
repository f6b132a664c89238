import { recordActivity } from '../activity-log/record-activity.ts';
import { api, requireAdmin } from '../platform/http/api.ts';
import { setPartnerPixKey, setPartnerStatus } from './change-partner.ts';
import { readsEmailCode, setEmailCode } from './login/login-setting.ts';
import { selectPartners } from './partners.queries.ts';
import { readVoucherPdf } from './vouchers/read-voucher-pdf.ts';
import { selectVouchersForAdmin } from './vouchers/vouchers-admin.queries.ts';

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
    if (changed.code === 'changed') throw errors.CHANGED_MEANWHILE();
    throw changed.code === 'exists' ? errors.PARTNER_EXISTS() : errors.NOT_FOUND();
  }),

  setPartnerPixKey: admin.setPartnerPixKey.handler(async ({ input, context, errors }) => {
    const by = requireAdmin(context, errors);
    const changed = await setPartnerPixKey(context.platform, { id: input.id, text: input.pixKey, ...by });
    if (changed.ok) return { masked: changed.masked };
    throw changed.code === 'invalid' ? errors.INVALID_PIX_KEY() : errors.NOT_FOUND();
  }),

  vouchers: admin.vouchers.handler(({ input, context, errors }) => {
    requireAdmin(context, errors);
    return selectVouchersForAdmin(context.platform.db, input);
  }),

  printVoucher: admin.printVoucher.handler(async ({ input, context, errors }) => {
    const { userId, ipAddress } = requireAdmin(context, errors);
    const { platform } = context;
    const file = await readVoucherPdf(platform, input.id, null);
    if (!file) throw errors.NOT_FOUND();
    await recordActivity(platform.db, platform, {
      userId,
      action: 'print-voucher',
      entityType: 'voucher',
      entityId: input.id,
      description: 'Voucher impresso para ser entregue.',
      ipAddress,
    });
    return file;
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
