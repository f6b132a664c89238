import { adminTabLink } from '../admin-tabs.ts';

/** An order's page in the panel. */
export function adminOrderLink({ id }: { id: string }): string {
  return `${adminTabLink('pedidos')}/${id}`;
}
