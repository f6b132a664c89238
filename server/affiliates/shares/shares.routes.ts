import { api, limitShared, requireUser } from '../../platform/http/api.ts';
import { countShares, ensureShareLink } from './share-link.ts';

const LINKS = { name: 'share-links', hits: 60, seconds: 60 };

export const sharesRoutes = {
  shareLink: api.affiliates.shareLink.use(requireUser).handler(async ({ input, context, errors }) => {
    const { platform, principal } = context;
    await limitShared(context, errors, LINKS, principal.userId);
    const rifa = await platform.db
      .selectFrom('rifas')
      .select('id')
      .where('id', '=', input.id)
      .where('status', '<>', 'draft')
      .executeTakeFirst();
    if (!rifa) throw errors.NOT_FOUND();
    const link = { userId: principal.userId, rifaId: rifa.id };
    const code = await ensureShareLink(platform, link);
    return { url: `${platform.config.publicUrl}/r/${code}`, ...(await countShares(platform, link)) };
  }),
};
