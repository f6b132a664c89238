/** The archive of extractions in the panel. */
import { api, requirePermission } from '../../platform/http/api.ts';
import { importArchive } from './import-archive.ts';
import { listComing, readArchive } from './read-archive.ts';
import { refreshArchive } from './refresh-archive.ts';

const { draws } = api;

export const lotteryArchiveRoutes = {
  archive: draws.archive
    .use(requirePermission('manage-draws'))
    .handler(({ context }) => readArchive(context.platform)),

  coming: draws.coming
    .use(requirePermission('manage-draws'))
    .handler(({ context }) => listComing(context.platform)),

  refreshArchive: draws.refreshArchive.use(requirePermission('manage-draws')).handler(async ({ context }) => {
    await refreshArchive(context.platform);
    return readArchive(context.platform);
  }),

  importArchive: draws.importArchive
    .use(requirePermission('manage-draws'))
    .handler(async ({ input, context, errors }) => {
      const imported = await importArchive(context.platform, input.csv);
      if (!imported.ok) throw errors.DRAW_REJECTED({ data: { reason: imported.code } });
      const { ok: _, ...outcome } = imported;
      return outcome;
    }),
};
