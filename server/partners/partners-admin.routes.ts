import { recordActivity } from '../activity-log/record-activity.ts';
import { api, requireRecentProof, requirePermission } from '../platform/http/api.ts';
import { setPartnerPixKey, setPartnerStatus } from './change-partner.ts';
import { changePartnerContact } from './change-partner-contact.ts';
import { requiresEmailCode, setEmailCodeRequired } from './login/login-setting.ts';
import { selectPartners } from './partners.queries.ts';
import { changeVoucher } from './vouchers/change-voucher.ts';
import { readVoucherPdf } from './vouchers/pdf/read-voucher-pdf.ts';
import { selectVouchersForAdmin } from './vouchers/vouchers-admin.queries.ts';

const { admin } = api;

export const partnersAdminRoutes = {
  partners: admin.partners.use(requirePermission('view-partners')).handler(async ({ input, context }) => {
    return selectPartners(context.platform.db, input);
  }),

  setPartnerStatus: admin.setPartnerStatus
    .use(requirePermission('manage-partners'))
    .handler(async ({ input, context, errors }) => {
      const changed = await setPartnerStatus(context.platform, { ...input, ...context.admin });
      if (changed.ok) {
        const { reassigned, waiting } = changed;
        return { status: input.status, reassigned, waiting };
      }
      if (changed.code === 'CHANGED') throw errors.VERSION_CONFLICT();
      throw changed.code === 'EXISTS' ? errors.PARTNER_EXISTS() : errors.NOT_FOUND();
    }),

  setPartnerPixKey: admin.setPartnerPixKey
    .use(requirePermission('manage-partners'))
    .use(requireRecentProof)
    .handler(async ({ input, context, errors }) => {
      const changed = await setPartnerPixKey(context.platform, {
        id: input.id,
        text: input.pixKey,
        ...context.admin,
      });
      if (changed.ok) return { masked: changed.masked };
      throw changed.code === 'INVALID' ? errors.INVALID_PIX_KEY() : errors.NOT_FOUND();
    }),

  setPartnerContact: admin.setPartnerContact
    .use(requirePermission('manage-partners'))
    .use(requireRecentProof)
    .handler(async ({ input, context, errors }) => {
      const changed = await changePartnerContact(context.platform, context.admin, input);
      if (changed.ok) return { phone: changed.phone, address: changed.address };
      if (changed.code === 'NOT_FOUND') throw errors.NOT_FOUND();
      throw errors.INVALID_PARTNER({ data: { field: 'phone' } });
    }),

  vouchers: admin.vouchers.use(requirePermission('manage-partners')).handler(({ input, context }) => {
    return selectVouchersForAdmin(context.platform.db, input);
  }),

  changeVoucher: admin.changeVoucher
    .use(requirePermission('manage-partners'))
    .handler(async ({ input, context, errors }) => {
      const changed = await changeVoucher(context.platform, context.admin, input);
      if (changed.ok) return { done: true as const };
      throw changed.code === 'FINAL' ? errors.VOUCHER_FINAL() : errors.NOT_FOUND();
    }),

  printVoucher: admin.printVoucher
    .use(requirePermission('manage-partners'))
    .handler(async ({ input, context, errors }) => {
      const { userId, ipAddress } = context.admin;
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

  partnerLogin: admin.partnerLogin.use(requirePermission('manage-partners')).handler(async ({ context }) => {
    return { emailCode: await requiresEmailCode(context.platform) };
  }),

  setPartnerLogin: admin.setPartnerLogin
    .use(requirePermission('manage-partners'))
    .use(requireRecentProof)
    .handler(async ({ input, context }) => {
      await setEmailCodeRequired(context.platform, { ...input, ...context.admin });
      return input;
    }),
};
