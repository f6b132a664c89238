import { api, ipAddressOf, requireUser } from '../../platform/http/api.ts';
import { mergeOwnAccount } from './merge-own-account.ts';
import type { MergeStep } from './merge-people.ts';

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
  };
}
