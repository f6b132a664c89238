import { api, requireUser } from '../../platform/http/api.ts';
import { readAcceptance, recordAcceptance } from './accepted-terms.ts';

export const termsRoutes = {
  terms: api.accounts.terms
    .use(requireUser)
    .handler(({ context }) => readAcceptance(context.platform.db, context.principal.userId)),
  acceptTerms: api.accounts.acceptTerms.use(requireUser).handler(async ({ input, context }) => {
    const { db, clock } = context.platform;
    const { userId } = context.principal;
    await recordAcceptance(db, userId, { version: input.version, at: clock.now() });
    return readAcceptance(db, userId);
  }),
};
