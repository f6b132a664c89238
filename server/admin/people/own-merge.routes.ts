import { api, ipAddressOf, requireUser } from '../../platform/http/api.ts';
import { mergeOwnAccount } from './merge-own-account.ts';
import type { MergeStep } from './merge-people.ts';
import { bringPurchases, findPurchasesElsewhere } from './purchases-elsewhere.ts';

export function createOwnMergeRoutes(mergeMore: MergeStep) {
  return {
    mergeIntoAccount: api.accounts.mergeIntoAccount
      .use(requireUser)
      .handler(async ({ context, input, errors }) => {
        const request = {
          caller: context.principal,
          accessToken: input.accessToken,
          ipAddress: ipAddressOf(context),
        };
        const merged = await mergeOwnAccount(context.platform, request, mergeMore);
        if (merged.ok) return { merged: true as const };
        if (merged.code === 'MERGE_REJECTED')
          throw errors.MERGE_REJECTED({ data: { reason: merged.reason } });
        throw errors[merged.code]();
      }),

    purchasesElsewhere: api.accounts.purchasesElsewhere.use(requireUser).handler(async ({ context }) => {
      const found = await findPurchasesElsewhere(context.platform.db, context.principal.userId);
      return {
        accounts: found.map(({ lastPaidAt, ...account }) => ({
          ...account,
          lastPaidAt: lastPaidAt.toISOString(),
        })),
      };
    }),

    bringPurchases: api.accounts.bringPurchases
      .use(requireUser)
      .handler(async ({ context, input: { accountId }, errors }) => {
        const request = {
          owner: context.principal,
          expressId: accountId,
          ipAddress: ipAddressOf(context),
        };
        const merged = await bringPurchases(context.platform, request, mergeMore);
        if (merged.ok) return { merged: true as const };
        if (merged.code === 'MERGE_REJECTED')
          throw errors.MERGE_REJECTED({ data: { reason: merged.reason } });
        throw errors[merged.code]();
      }),
  };
}
