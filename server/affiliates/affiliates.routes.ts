import { requireOpen } from '../settings/require-open.ts';
import { api, ipAddressOf, limitShared, requireUser, requireRecentProof } from '../platform/http/api.ts';
import { activateAffiliate } from './activate-affiliate.ts';
import { findAffiliateOf, listCommissions } from './affiliates.queries.ts';
import { readPanel } from './panel/read-panel.ts';
import { readStatement } from './panel/read-statement.ts';
import { listRifaLinks } from './panel/rifa-links.ts';
import { readHoldDays } from './payouts/read-hold-days.ts';
import { maskPixKey } from './read-pix-key.ts';
import { setPixKey } from './set-pix-key.ts';

const PAGE_SIZE = 10;
const CHANGES = { name: 'affiliate-changes', hits: 20, seconds: 3600 };

export const affiliatesRoutes = {
  panel: api.affiliates.panel.use(requireUser).handler(async ({ context }) => {
    return { panel: await readPanel(context.platform, context.principal.userId) };
  }),

  activate: api.affiliates.activate.use(requireUser).handler(async ({ context, errors }) => {
    await limitShared(context, errors, CHANGES, context.principal.userId);
    const { platform, principal } = context;
    // Already an affiliate: nothing to create.
    if (!(await findAffiliateOf(platform.db, principal.userId)))
      await requireOpen(context, errors, 'affiliates');
    return activateAffiliate(platform, principal.userId);
  }),

  commissions: api.affiliates.commissions.use(requireUser).handler(async ({ input, context }) => {
    const { db, clock } = context.platform;
    const affiliate = await findAffiliateOf(db, context.principal.userId);
    if (!affiliate) return { commissions: [], pages: 0 };
    return listCommissions(
      db,
      affiliate.id,
      { page: input.page, pageSize: PAGE_SIZE },
      { now: clock.now(), holdDays: await readHoldDays(context.platform) },
    );
  }),

  rifaLinks: api.affiliates.rifaLinks.use(requireUser).handler(async ({ context }) => {
    return { rifas: await listRifaLinks(context.platform, context.principal.userId) };
  }),

  statement: api.affiliates.statement.use(requireUser).handler(async ({ input, context, errors }) => {
    const statement = await readStatement(context.platform, context.principal.userId, input.month);
    if (!statement) throw errors.NOT_FOUND();
    return statement;
  }),

  setPixKey: api.affiliates.setPixKey
    .use(requireUser)
    .use(requireRecentProof)
    .handler(async ({ input, context, errors }) => {
      await limitShared(context, errors, CHANGES, context.principal.userId);
      const { userId, sessionId } = context.principal;
      const ipAddress = ipAddressOf(context);
      const result = await setPixKey(context.platform, {
        userId,
        sessionId,
        text: input.pixKey,
        ipAddress,
      });
      if (result.ok) return { type: result.key.pixKeyType, masked: maskPixKey(result.key.pixKey) };
      throw result.code === 'INVALID' ? errors.INVALID_PIX_KEY() : errors.NOT_FOUND();
    }),
};
