import { adminTabLink } from '../admin-tabs.ts';

/** An order's page in the panel. */
export function adminOrderLink({ externalReference }: { externalReference: string }): string {
  return `${adminTabLink('pagamentos')}?pedido=${encodeURIComponent(externalReference)}`;
}
