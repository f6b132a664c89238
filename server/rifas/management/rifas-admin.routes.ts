/** Admin API of rifas. */
import { picturePath } from '@mare/domain/rifas/picture.ts';
import { readCancelledRefunds } from '../../payments/refunds/cancelled/read-cancelled-refunds.ts';
import { api, requirePermission, requireRecentProof, requireRecentProofIf } from '../../platform/http/api.ts';
import { once } from '../../platform/http/idempotency/once.ts';
import { readPurchaseTiers } from '../../settings/read-purchase-tiers.ts';
import { storePicture } from '../pictures/store-picture.ts';
import { requestCancel } from '../cancelling/cancel-frozen-rifa.ts';
import { changeRifaState } from './change-rifa-state.ts';
import { duplicateRifa } from './duplicate-rifa.ts';
import { findBuyers } from './find-buyers.ts';
import { readCancellingRule } from '../cancelling/find-cancelling-rule.ts';
import { readRifaGaps } from '../publishing/find-missing-parts.ts';
import { findRifaToManage, readRifaStats, selectRifaRows } from './managed-rifas.queries.ts';
import { previewDraft } from '../publishing/preview-draft.ts';
import { removeDraft } from './remove-draft.ts';
import { readRifaOptions, saveRifaOptions } from './rifa-options.ts';
import { readRifaTerms, saveRifaTerms } from './rifa-terms.ts';
import { pauseSales, resumeSales } from '../pausing/pause-sales.ts';
import { readLegalFile, storeLegalFile } from '../legal/legal-files.ts';
import { saveRifa } from './save-rifa.ts';

const { rifas } = api.admin;

export const rifasAdminRoutes = {
  list: rifas.list.use(requirePermission('manage-rifas')).handler(({ input, context }) => {
    return selectRifaRows(context.platform.db, input);
  }),

  find: rifas.find.use(requirePermission('manage-rifas')).handler(async ({ input, context, errors }) => {
    const { platform } = context;
    const rifa = await findRifaToManage(platform.db, input.id);
    if (!rifa) throw errors.NOT_FOUND();
    const [stats, cancelling, refunds] = await Promise.all([
      readRifaStats(platform.db, input.id),
      readCancellingRule(platform.db, platform, input.id),
      rifa.status === 'cancelled' ? readCancelledRefunds(platform.db, input.id, platform.clock.now()) : null,
    ]);
    return { ...rifa, ...stats, cancelling, refunds };
  }),

  preview: rifas.preview
    .use(requirePermission('manage-rifas'))
    .handler(async ({ input, context, errors }) => {
      const preview = await previewDraft(context.platform, input.id);
      if (!preview) throw errors.NOT_FOUND();
      return preview;
    }),

  save: rifas.save
    .use(requirePermission('manage-rifas'))
    .use(once)
    .handler(async ({ input, context, errors }) => {
      const saved = await saveRifa(context.platform, context.admin, input);
      if (!saved.ok) throw errors[saved.code]();
      return { id: saved.id, version: saved.version };
    }),

  changeState: rifas.changeState
    .use(requirePermission('manage-rifas'))
    // Cancelling returns every payment.
    .use(requireRecentProofIf(({ to }: { to: string }) => to === 'cancelled'))
    .handler(async ({ input, context, errors }) => {
      const { reason, ...change } = input;
      const changed = await changeRifaState(context.platform, context.admin, {
        ...change,
        ...(change.to === 'cancelled' && reason && { cancelReason: reason }),
      });
      if (changed.ok) return { status: changed.status, version: changed.version };
      if (changed.code === 'RIFA_STATE') throw errors.RIFA_STATE({ data: { status: changed.status } });
      if (changed.code === 'SALES_BELOW_MINIMUM')
        throw errors.SALES_BELOW_MINIMUM({ data: { minPercent: changed.minPercent } });
      if (changed.code === 'RIFA_INCOMPLETE')
        throw errors.RIFA_INCOMPLETE({
          data: { missing: changed.missing, nextExtraction: changed.nextExtraction },
        });
      throw errors[changed.code]();
    }),

  gaps: rifas.gaps.use(requirePermission('manage-rifas')).handler(async ({ input, context, errors }) => {
    const gaps = await readRifaGaps(context.platform, input);
    if (!gaps) throw errors.NOT_FOUND();
    return gaps;
  }),

  pause: rifas.pause.use(requirePermission('manage-rifas')).handler(async ({ input, context, errors }) => {
    const paused = await pauseSales(context.platform, context.admin, input);
    if (paused.ok) return { paused: true };
    if (paused.code === 'RIFA_STATE') throw errors.RIFA_STATE({ data: { status: paused.status } });
    throw errors[paused.code]();
  }),

  resume: rifas.resume.use(requirePermission('manage-rifas')).handler(async ({ input, context, errors }) => {
    const resumed = await resumeSales(context.platform, context.admin, input.id);
    if (resumed.ok) return { paused: false };
    if (resumed.code === 'RIFA_STATE') throw errors.RIFA_STATE({ data: { status: resumed.status } });
    throw errors[resumed.code]();
  }),

  cancelFrozen: rifas.cancelFrozen
    .use(requirePermission('manage-rifas'))
    .use(requireRecentProof)
    .handler(async ({ input, context, errors }) => {
      const { userId } = context.admin;
      const requested = await requestCancel(context.platform, { ...input, userId });
      if (requested.ok) return { effectiveAt: requested.effectiveAt.toISOString() };
      if (requested.code === 'RIFA_STATE') throw errors.RIFA_STATE({ data: { status: requested.status } });
      throw errors[requested.code]();
    }),

  terms: rifas.terms.use(requirePermission('manage-rifas')).handler(async ({ input, context, errors }) => {
    const { db } = context.platform;
    const [found, shopPlans] = await Promise.all([readRifaTerms(db, input.id), readPurchaseTiers(db)]);
    if (!found) throw errors.NOT_FOUND();
    return { ...found, shopPlans };
  }),

  saveTerms: rifas.saveTerms
    .use(requirePermission('manage-rifas'))
    .handler(async ({ input, context, errors }) => {
      const saved = await saveRifaTerms(context.platform, context.admin, input);
      if (!saved.ok) throw errors[saved.code]();
      return { version: saved.version };
    }),

  options: rifas.options
    .use(requirePermission('manage-rifas'))
    .handler(async ({ input, context, errors }) => {
      const found = await readRifaOptions(context.platform.db, input.id);
      if (!found) throw errors.NOT_FOUND();
      return found;
    }),

  saveOptions: rifas.saveOptions
    .use(requirePermission('manage-rifas'))
    .handler(async ({ input, context, errors }) => {
      const saved = await saveRifaOptions(context.platform, context.admin, input);
      if (!saved.ok) throw errors[saved.code]();
      return { version: saved.version };
    }),

  duplicate: rifas.duplicate
    .use(requirePermission('manage-rifas'))
    .use(once)
    .handler(async ({ input, context, errors }) => {
      const copied = await duplicateRifa(context.platform, context.admin, input.id);
      if (!copied.ok) throw errors[copied.code]();
      return { id: copied.id };
    }),

  remove: rifas.remove.use(requirePermission('manage-rifas')).handler(async ({ input, context, errors }) => {
    const removed = await removeDraft(context.platform, context.admin, input.id);
    if (!removed.ok) throw errors[removed.code]();
    return { removed: true };
  }),

  buyers: rifas.buyers.use(requirePermission('manage-rifas')).handler(({ input, context }) => {
    return findBuyers(context.platform.db, input);
  }),

  storeLegalFile: rifas.storeLegalFile
    .use(requirePermission('manage-rifas'))
    .handler(async ({ input, context, errors }) => {
      const { id: rifaId, kind, file } = input;
      const bytes = new Uint8Array(await file.arrayBuffer());
      const stored = await storeLegalFile(context.platform, context.admin, {
        rifaId,
        kind,
        name: file.name,
        bytes,
      });
      if (!stored.ok) throw errors[stored.code]();
      return { stored: true };
    }),

  legalFile: rifas.legalFile
    .use(requirePermission('manage-rifas'))
    .handler(async ({ input, context, errors }) => {
      const file = await readLegalFile(context.platform.db, input.id, input.kind);
      if (!file) throw errors.NOT_FOUND();
      return { type: file.type, base64: file.bytes.toString('base64') };
    }),

  storePicture: rifas.storePicture
    .use(requirePermission('manage-rifas'))
    .handler(async ({ input, context, errors }) => {
      const bytes = new Uint8Array(await input.picture.arrayBuffer());
      const stored = await storePicture(context.platform, bytes);
      if (!stored.ok) throw errors[stored.code]();
      return { image: picturePath(stored.picture.id) };
    }),
};
