import { useQueryClient } from '@tanstack/react-query';
import { queries } from '../../api.ts';
import { ownIdentities } from './linked-identities.ts';
import { ownPasskeys, ownRecoveryCodes } from './passkeys.ts';
import { ownFactors } from './second-factor.ts';

/** Reloads all lists of the security page: every change is an event too, and may end sessions. */
export function useReloadSecurity(): () => Promise<unknown> {
  const cache = useQueryClient();
  return () =>
    Promise.all(
      [
        ownFactors.queryKey,
        ownPasskeys.queryKey,
        ownRecoveryCodes.queryKey,
        ownIdentities.queryKey,
        queries.accounts.sessions.key(),
        queries.accounts.securityEvents.key(),
      ].map((queryKey) => cache.invalidateQueries({ queryKey })),
    );
}
