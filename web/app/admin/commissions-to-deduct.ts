import type { Receivables } from '@mare/contract/admin/settlements.ts';
import { formatBrl } from '../format.ts';

/** 'A descontar de afiliados: R$ 4,00': commissions that were paid out and reversed later. Empty without any. */
export function commissionsToDeduct({ affiliates, partners }: Receivables['toDeduct']): string[] {
  return [
    ...(affiliates > 0 ? [`A descontar de afiliados: ${formatBrl(affiliates)}`] : []),
    ...(partners > 0 ? [`A descontar de parceiros: ${formatBrl(partners)}`] : []),
  ];
}
