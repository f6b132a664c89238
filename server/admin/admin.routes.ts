import { can } from '@mare/domain/accounts/permissions.ts';
import { createBatchLoader } from '../platform/caching/batch-loader.ts';
import {
  api,
  ipAddressOf,
  requireRecentProof,
  requireRecentProofIf,
  requirePermission,
} from '../platform/http/api.ts';
import { once } from '../platform/http/idempotency/once.ts';
import { personBulkRoutes } from './bulk/bulk-actions.routes.ts';
import { recordDataAccess } from '../activity-log/record-data-access.ts';
import type { Payments } from '../payments/payments.ts';
import { readCohorts, readFunnel } from './analytics/read-analytics.ts';
import { readRifaPaces } from './sales/read-rifa-paces.ts';
import { readSales } from './sales/read-sales.ts';
import { addNote } from './people/add-note.ts';
import { type MergeStep, mergePeople } from './people/merge-people.ts';
import { selectPeople } from './people/people.queries.ts';
import { readPerson } from './people/read-person.ts';
import { tagPeople } from './people/tag-people.ts';
import { notifyMergedOwners } from './people/notify-merged-owners.ts';
import { readOutage } from './read-outage.ts';
import { readOverview } from './read-overview.ts';
import { searchPanel } from './search/search-panel.ts';
import { readShopState } from './read-shop-state.ts';
import { admitPerson, excludePerson, listExcludedPeople } from '../settings/excluded-people.ts';
import { removeLogo, setLogo } from '../settings/logo/change-logo.ts';
import { type JobsOnSave, readShopSettings, saveSetting } from '../settings/shop-settings.ts';

/** Prices of the purchase plans, commissions, and when they are payable. */
const MONEY_SETTINGS = new Set(['purchase_tiers', 'chargeback', 'commissions']);
const movesMoney = ({ change }: { change: { key: string } }) => MONEY_SETTINGS.has(change.key);

/** Extensions from features that import this one. */
export interface AdminHooks {
  jobsOnSave: JobsOnSave;
  mergeMore: MergeStep;
}

export function createAdminRoutes(
  { payments }: { payments: Payments },
  { jobsOnSave, mergeMore }: AdminHooks,
) {
  const { people, settings } = api.admin;
  // Concurrent requests share one read.
  const overviews = createBatchLoader(async (requests: true[]) => {
    const [overview, outage] = await Promise.all([
      readOverview(payments.context),
      readOutage(payments.context),
    ]);
    return requests.map(() => ({ ...overview, outage }));
  });
  return {
    overview: api.admin.overview.use(requirePermission('view-overview')).handler(async ({ context }) => {
      const overview = await overviews.load(true);
      if (can(context.principal.role, 'list-contacts')) return overview;
      return { ...overview, orders: overview.orders.map((order) => ({ ...order, buyerEmail: null })) };
    }),

    rifaPaces: api.admin.rifaPaces.use(requirePermission('view-overview')).handler(({ context }) => {
      return readRifaPaces(context.platform);
    }),

    search: api.admin.search.use(requirePermission('search')).handler(async ({ input, context }) => {
      return { hits: await searchPanel(context.platform.db, input.search, context.principal.role) };
    }),

    sales: api.admin.sales.use(requirePermission('view-overview')).handler(({ input, context }) => {
      return readSales(context.platform, input.period, input.days);
    }),

    funnel: api.admin.funnel.use(requirePermission('view-overview')).handler(({ input, context }) => {
      return readFunnel(context.platform, input.days);
    }),

    cohorts: api.admin.cohorts.use(requirePermission('view-overview')).handler(({ context }) => {
      return readCohorts(context.platform);
    }),

    settings: {
      excludedPeople: settings.excludedPeople
        .use(requirePermission('manage-settings'))
        .handler(({ context }) => {
          return listExcludedPeople(context.platform.db);
        }),

      excludePerson: settings.excludePerson
        .use(requirePermission('manage-settings'))
        .handler(async ({ input, context, errors }) => {
          const excluded = await excludePerson(context.platform, context.admin, input);
          if (!excluded.ok) throw errors.INVALID_PROFILE({ data: { field: 'cpf' } });
          return { done: true };
        }),

      admitPerson: settings.admitPerson
        .use(requirePermission('manage-settings'))
        .handler(async ({ input, context }) => {
          await admitPerson(context.platform, context.admin, input.cpf);
          return { done: true };
        }),

      read: settings.read.use(requirePermission('manage-settings')).handler(({ context }) => {
        return readShopSettings(context.platform);
      }),

      state: settings.state.use(requirePermission('manage-settings')).handler(async ({ context }) => {
        const [state, outage] = await Promise.all([
          readShopState(context.platform, payments.context),
          readOutage(payments.context),
        ]);
        return { ...state, outage };
      }),

      setLogo: settings.setLogo
        .use(requirePermission('manage-settings'))
        .handler(async ({ input: { picture, ...change }, context, errors }) => {
          const bytes = new Uint8Array(await picture.arrayBuffer());
          const saved = await setLogo(context.platform, context.admin, change, bytes);
          if (!saved.ok) throw errors[saved.code]();
          return { version: saved.version };
        }),

      removeLogo: settings.removeLogo
        .use(requirePermission('manage-settings'))
        .handler(async ({ input, context, errors }) => {
          const saved = await removeLogo(context.platform, context.admin, input);
          if (!saved.ok) throw errors.VERSION_CONFLICT();
          return { version: saved.version };
        }),

      save: settings.save
        .use(requirePermission('manage-settings'))
        .use(requireRecentProofIf(movesMoney))
        .handler(async ({ input, context, errors }) => {
          const saved = await saveSetting(context.platform, context.admin, input, jobsOnSave);
          if (!saved.ok) throw errors.VERSION_CONFLICT();
          return { version: saved.version };
        }),
    },

    people: {
      bulk: personBulkRoutes,

      list: people.list.use(requirePermission('view-people')).handler(async ({ input, context }) => {
        // Each look at a contact is logged, on the person's own page.
        return selectPeople(context.platform.db, input, can(context.principal.role, 'list-contacts'));
      }),

      find: people.find.use(requirePermission('view-people')).handler(async ({ input, context, errors }) => {
        const person = await readPerson(context.platform.db, input.id, context.platform.clock.now());
        if (!person) throw errors.NOT_FOUND();
        await recordDataAccess(context, 'person', person.id);
        return person;
      }),

      merge: people.merge
        .use(requirePermission('manage-people'))
        .use(requireRecentProof)
        .handler(async ({ input, context, errors }) => {
          const merged = await mergePeople(
            context.platform,
            context.admin,
            input,
            notifyMergedOwners(context.platform, mergeMore),
          );
          if (merged.ok) return { merged: true };
          if (merged.code === 'MERGE_REJECTED')
            throw errors.MERGE_REJECTED({ data: { reason: merged.reason } });
          throw errors[merged.code]();
        }),

      addNote: people.addNote
        .use(requirePermission('annotate-people'))
        .use(once)
        .handler(async ({ input, context, errors }) => {
          const by = { userId: context.principal.userId, ipAddress: ipAddressOf(context) };
          const noteId = await addNote(context.platform, by, input);
          if (!noteId) throw errors.NOT_FOUND();
          return { noteId };
        }),

      tag: people.tag.use(requirePermission('annotate-people')).handler(async ({ input, context }) => {
        const by = { userId: context.principal.userId, ipAddress: ipAddressOf(context) };
        return { ids: await tagPeople(context.platform, by, input) };
      }),
    },
  };
}
