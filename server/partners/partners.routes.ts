import { os } from '@orpc/server';
import { apiErrors } from '@mare/contract/errors.ts';
import { requireOpen } from '../settings/require-open.ts';
import { api, ipAddressOf, limitShared, type RequestContext, requireUser } from '../platform/http/api.ts';
import { once } from '../platform/http/idempotency/once.ts';
import { applyAsPartner } from './apply-as-partner.ts';
import { bookByCode, openVoucherByCode } from './bookings/book-by-code.ts';
import { listBookingsOfPartner } from './bookings/bookings.queries.ts';
import { changeVoucherBooking } from './bookings/change-voucher-booking.ts';
import { checkVoucher } from './vouchers/redemption/check-voucher.ts';
import { confirmPartnerLogin, loginPartner } from './login/login-partner.ts';
import { endPartnerSession, findSessionPartner } from './login/partner-session.ts';
import { listPartnerCommissions, readPartnerOverview } from './partners.queries.ts';
import { readPartnerStatementPdf } from './statements/read-partner-statement-pdf.ts';
import { readPartnerStatement } from './statements/read-partner-statement.ts';
import { readPartnerSecurity } from './security/partner-security-events.ts';
import { readVoucherPdf } from './vouchers/pdf/read-voucher-pdf.ts';
import { undoRedemption } from './vouchers/redemption/undo-redemption.ts';
import { validateVoucher } from './vouchers/redemption/validate-voucher.ts';
import { listVouchersOfPartner, listVouchersOfWinner } from './vouchers/vouchers.queries.ts';

const PAGE_SIZE = 20;
const VALIDATIONS = { name: 'voucher-validations', hits: 30, seconds: 60 };
const BOOKINGS = { name: 'voucher-bookings', hits: 20, seconds: 60 };
/** Limit per IP address, without a sign-in. */
const CODES = { name: 'voucher-codes', hits: 20, seconds: 300 };
const CHECKS = { name: 'voucher-checks', hits: 20, seconds: 60 };

const guardPortal = (admitsPaused: boolean) =>
  os
    .$context<RequestContext>()
    .errors({ PARTNER_SIGN_IN: apiErrors.PARTNER_SIGN_IN })
    .middleware(async ({ context: { platform, cookies }, next, errors }) => {
      const partner = await findSessionPartner(platform, cookies);
      if (!partner || (partner.isPaused && !admitsPaused)) throw errors.PARTNER_SIGN_IN();
      return next({ context: { partnerId: partner.id } });
    });

/** Guard for active partners who signed in to the portal. Adds `context.partnerId`. */
export const requirePartner = guardPortal(false);
/** Guard of the partner portal that also admits paused partners. */
export const requirePartnerOrPaused = guardPortal(true);

export const partnersRoutes = {
  login: api.partners.login.handler(async ({ input, context, errors }) => {
    const { platform, cookies, ipAddress } = context;
    const login = await loginPartner(platform, cookies, { ...input, ipAddress });
    if (!login.ok && login.code === 'INVALID') throw errors.PARTNER_LOGIN_INVALID();
    if (!login.ok) throw errors.TOO_MANY_REQUESTS({ data: login });
    return login.step === 'code' ? { step: 'code', loginId: login.loginId } : { step: 'signed-in' };
  }),

  confirmLogin: api.partners.confirmLogin.handler(async ({ input, context, errors }) => {
    const { platform, cookies, ipAddress } = context;
    const confirmed = await confirmPartnerLogin(platform, cookies, { ...input, ipAddress });
    if (!confirmed.ok && confirmed.code === 'INVALID') throw errors.PARTNER_CODE_INVALID();
    if (!confirmed.ok) throw errors.TOO_MANY_REQUESTS({ data: confirmed });
    return { step: 'signed-in' as const };
  }),

  logout: api.partners.logout.handler(async ({ context }) => {
    await endPartnerSession(context.platform, context.cookies);
    return { signedOut: true as const };
  }),

  overview: api.partners.overview.handler(async ({ context: { platform, cookies } }) => {
    const partner = await findSessionPartner(platform, cookies);
    return { overview: partner && (await readPartnerOverview(platform, partner.id)) };
  }),

  vouchers: api.partners.vouchers.use(requirePartner).handler(async ({ input, context }) => {
    const { partnerId } = context;
    return listVouchersOfPartner(context.platform.db, partnerId, { ...input, pageSize: PAGE_SIZE });
  }),

  commissions: api.partners.commissions.use(requirePartnerOrPaused).handler(async ({ input, context }) => {
    const { partnerId } = context;
    return listPartnerCommissions(context.platform.db, partnerId, { ...input, pageSize: PAGE_SIZE });
  }),

  statement: api.partners.statement.use(requirePartnerOrPaused).handler(({ input, context }) => {
    return readPartnerStatement(context.platform, context.partnerId, input.month);
  }),

  statementPdf: api.partners.statementPdf
    .use(requirePartnerOrPaused)
    .handler(async ({ input, context, errors }) => {
      await limitShared(context, errors, CHECKS, context.partnerId);
      return readPartnerStatementPdf(context.platform, context.partnerId, input.month);
    }),

  security: api.partners.security.use(requirePartner).handler(({ context }) => {
    return readPartnerSecurity(context.platform, context.partnerId);
  }),

  validateVoucher: api.partners.validateVoucher
    .use(requirePartner)
    .handler(async ({ input, context, errors }) => {
      const { partnerId } = context;
      await limitShared(context, errors, VALIDATIONS, partnerId);
      const ipAddress = ipAddressOf(context);
      const validated = await validateVoucher(context.platform, { partnerId, ...input, ipAddress });
      if (!validated.ok) {
        const { rejection } = validated;
        throw errors.VOUCHER_INVALID({ data: { ...rejection, at: rejection.at?.toISOString() ?? null } });
      }
      return validated.voucher;
    }),

  undoVoucher: api.partners.undoVoucher.use(requirePartner).handler(async ({ input, context, errors }) => {
    const { partnerId } = context;
    await limitShared(context, errors, VALIDATIONS, partnerId);
    const ipAddress = ipAddressOf(context);
    const undone = await undoRedemption(context.platform, { partnerId, id: input.id, ipAddress });
    if (undone.ok) return { undone: true as const };
    throw undone.code === 'FINAL' ? errors.VOUCHER_USE_FINAL() : errors.NOT_FOUND();
  }),

  bookings: api.partners.bookings.use(requirePartner).handler(({ context }) => {
    const { db, clock } = context.platform;
    return listBookingsOfPartner(db, context.partnerId, clock.now());
  }),

  answerBooking: api.partners.answerBooking
    .use(requirePartner)
    .handler(async ({ input, context, errors }) => {
      const { partnerId } = context;
      await limitShared(context, errors, BOOKINGS, partnerId);
      const changed = await changeVoucherBooking(context.platform, { partnerId }, input);
      if (!changed.ok) throw errors[changed.code]();
      return { version: changed.version };
    }),

  bookVoucher: api.partners.bookVoucher.use(requireUser).handler(async ({ input, context, errors }) => {
    const { userId } = context.principal;
    await limitShared(context, errors, BOOKINGS, userId);
    const changed = await changeVoucherBooking(context.platform, { userId }, input);
    if (!changed.ok) throw errors[changed.code]();
    return { version: changed.version };
  }),

  openVoucher: api.partners.openVoucher.handler(async ({ input, context, errors }) => {
    await limitShared(context, errors, CODES, context.ipAddress);
    const opened = await openVoucherByCode(context.platform, input);
    if (opened.ok) return opened.voucher;
    const { rejection } = opened;
    throw errors.VOUCHER_INVALID({ data: { ...rejection, at: rejection.at?.toISOString() ?? null } });
  }),

  bookByCode: api.partners.bookByCode.handler(async ({ input, context, errors }) => {
    await limitShared(context, errors, CODES, context.ipAddress);
    const { code, pin, ...change } = input;
    const changed = await bookByCode(context.platform, { code, pin }, change);
    if (changed.ok) return { version: changed.version };
    if (changed.code !== 'VOUCHER_INVALID') throw errors[changed.code]();
    const { rejection } = changed;
    throw errors.VOUCHER_INVALID({ data: { ...rejection, at: rejection.at?.toISOString() ?? null } });
  }),

  apply: api.partners.apply.use(once).handler(async ({ input, context, errors }) => {
    await requireOpen(context, errors, 'partnerApplications');
    const applied = await applyAsPartner(context.platform, input, context.ipAddress);
    if (applied.ok) return { received: true as const };
    if (applied.code === 'INVALID') throw errors.INVALID_PARTNER({ data: applied });
    throw errors.TOO_MANY_REQUESTS({ data: applied });
  }),

  myVouchers: api.partners.myVouchers.use(requireUser).handler(async ({ context }) => {
    const { db, clock } = context.platform;
    return listVouchersOfWinner(db, context.principal.userId, clock.now());
  }),

  voucherPdf: api.partners.voucherPdf.use(requireUser).handler(async ({ input, context, errors }) => {
    const { userId } = context.principal;
    await limitShared(context, errors, CHECKS, userId);
    const file = await readVoucherPdf(context.platform, input.id, userId);
    if (!file) throw errors.NOT_FOUND();
    return file;
  }),

  checkVoucher: api.partners.checkVoucher.use(requireUser).handler(async ({ input, context, errors }) => {
    await limitShared(context, errors, CHECKS, context.principal.userId);
    return checkVoucher(context.platform, input.code);
  }),
};
