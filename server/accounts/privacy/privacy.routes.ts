import { api, limitShared, requireUser, requireRecentProof } from '../../platform/http/api.ts';
import { deleteAccount } from './delete-account.ts';
import { exportOwnData } from './export-own-data.ts';
import { findDeletionBlockers } from './deletion-blockers.ts';

const EXPORTS = { name: 'export-own-data', hits: 10, seconds: 3600 };

export const privacyRoutes = {
  exportOwnData: api.accounts.exportOwnData
    .use(requireUser)
    .use(requireRecentProof)
    .handler(async ({ context, errors }) => {
      const { userId } = context.principal;
      await limitShared(context, errors, EXPORTS, userId);
      return exportOwnData(context.platform, context.principal);
    }),
  openMatters: api.accounts.openMatters.use(requireUser).handler(({ context: { platform, principal } }) => {
    return findDeletionBlockers(platform.db, principal.userId, platform.clock.now());
  }),
  deleteAccount: api.accounts.deleteAccount
    .use(requireUser)
    .use(requireRecentProof)
    .handler(async ({ context, errors }) => {
      const deleted = await deleteAccount(context.platform, context.principal);
      if (deleted.ok) return { deleted: true as const };
      if (deleted.code === 'LAST_ADMIN') throw errors.LAST_ADMIN();
      throw errors.ACCOUNT_IN_USE({ data: deleted.matters });
    }),
};
