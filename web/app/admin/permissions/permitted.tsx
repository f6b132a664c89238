import type { ReactNode } from 'react';
import type { Permission } from '@mare/domain/accounts/permissions.ts';
import { usePermission } from '../../session/use-permission.ts';

/** Shows its content to roles with a permission, to others nothing. */
export function Permitted({ to, children }: { to: Permission; children: ReactNode }) {
  return usePermission(to) ? children : null;
}
