import { can, type Permission } from '@mare/domain/accounts/permissions.ts';
import { useRole } from './use-role.ts';

/** Whether the user's role has a permission; undefined while loading. The server checks each call independently. */
export function usePermission(permission: Permission): boolean | undefined {
  const role = useRole();
  return role === undefined ? undefined : can(role, permission);
}
