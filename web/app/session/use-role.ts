import { useQuery } from '@tanstack/react-query';
import { queries } from '../api.ts';
import { useSession } from './session.ts';

/** The role in the profile, read anew after each auth change; null for a visitor, undefined while it is not known. */
export function useRole(): 'buyer' | 'support' | 'admin' | null | undefined {
  const session = useSession();
  const profile = useQuery({
    ...queries.accounts.me.queryOptions(),
    enabled: session.status === 'signed-in',
  });
  if (session.status === 'loading') return undefined;
  if (session.status === 'visitor' || profile.isError) return null;
  return profile.data?.role;
}

/** Whether the role opens nothing before a second factor was shown; false while that is not known. */
export function useNeedsSecondFactor(): boolean {
  const session = useSession();
  const enabled = session.status === 'signed-in';
  return useQuery({ ...queries.accounts.me.queryOptions(), enabled }).data?.needsSecondFactor ?? false;
}

/** Whether the profile's role is admin; undefined while that is not known. */
export function useAdminFlag(): boolean | undefined {
  const role = useRole();
  return role === undefined ? undefined : role === 'admin';
}
