import { useQuery } from '@tanstack/react-query';
import { queries } from '../api.ts';
import { useSession } from './session.ts';

/** Whether the profile's role is admin, read anew after each auth change; undefined while that is not known. */
export function useAdminFlag(): boolean | undefined {
  const session = useSession();
  const profile = useQuery({
    ...queries.accounts.me.queryOptions(),
    enabled: session.status === 'signed-in',
  });
  if (session.status === 'loading') return undefined;
  if (session.status === 'visitor') return false;
  if (profile.isError) return false;
  return profile.data && profile.data.role === 'admin';
}
