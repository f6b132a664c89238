import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { formatDateTime } from '../../format.ts';
import { Icon } from '../../ui/style/icons.tsx';

/** VIP restriction of a rifa, if any. */
export function VipNote({ rifa }: { rifa: Pick<RifaDetail, 'access' | 'publicFrom'> }) {
  if (rifa.access === 'everybody') return null;
  return (
    <p className="flex items-start gap-2 rounded-md bg-warning-tint p-3 text-sm font-semibold text-warning">
      <Icon name="star" className="mt-0.5 size-4.5 shrink-0" />
      {rifa.access === 'vips' || !rifa.publicFrom
        ? 'Sorteio exclusivo para clientes VIP.'
        : `Acesso antecipado para clientes VIP. Abre para todos em ${formatDateTime(rifa.publicFrom)}.`}
    </p>
  );
}
