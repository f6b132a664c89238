import type { Role } from '@mare/domain/accounts/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../api.ts';
import { useSession } from './session.ts';

/** Role of the user; null for a visitor and if loading failed, undefined while loading. A failed refetch keeps the role. */
export function useRole(): Role | null | undefined {
  const session = useSession();
  const profile = useQuery({
    ...queries.accounts.me.queryOptions(),
    enabled: session.status === 'signed-in',
  });
  if (session.status === 'loading') return undefined;
  if (session.status === 'visitor' || (profile.isError && !profile.data)) return null;
  return profile.data?.role;
}

/** Why the role is unknown; null unless loading failed. */
export function useRoleFailure(): { error: Error; retry: () => Promise<unknown> } | null {
  const session = useSession();
  const enabled = session.status === 'signed-in';
  const profile = useQuery({ ...queries.accounts.me.queryOptions(), enabled });
  if (!enabled || !profile.isError || profile.data) return null;
  return { error: profile.error, retry: () => profile.refetch() };
}

/** Whether the role requires a second factor that the session lacks; false while loading. */
export function useNeedsSecondFactor(): boolean {
  const session = useSession();
  const enabled = session.status === 'signed-in';
  return useQuery({ ...queries.accounts.me.queryOptions(), enabled }).data?.needsSecondFactor ?? false;
}

/** Undefined while loading. */
export function useAdminFlag(): boolean | undefined {
  const role = useRole();
  return role === undefined ? undefined : role === 'admin';
}
