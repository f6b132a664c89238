import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { queries } from '../../api.ts';
import { Tabs } from '../../ui/navigation/tabs.tsx';
import { EditRifa } from './edit-rifa.tsx';
import { EndingCard } from './ending/ending-card.tsx';
import { BoostCard } from './live/boost-card.tsx';
import { LiveSales } from './live/live-sales.tsx';
import { NumberMap } from './live/number-map.tsx';
import { SoldCotasCard } from './sold-cotas-card.tsx';

interface CockpitProps {
  rifa: ManagedRifa;
  onReload: () => Promise<unknown>;
}

const PART = 'parte';
type CockpitPart = 'ao-vivo' | 'editar' | 'encerramento';

/** Page of a published rifa. The selected part is in the URL; the default depends on the rifa's state. */
export function Cockpit({ rifa, onReload }: CockpitProps) {
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const part = partOf(search.get(PART), rifa);
  const [hasEdited, setHasEdited] = useState(part === 'editar');
  const open = (next: string) => {
    if (next === 'editar') setHasEdited(true);
    setSearch((before) => ({ ...Object.fromEntries(before), [PART]: next }), {
      replace: true,
      preventScrollReset: true,
    });
  };
  return (
    <Tabs
      label="Partes da rifa"
      value={part}
      onValueChange={open}
      items={[
        {
          value: 'ao-vivo',
          label: 'Ao vivo',
          content: (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
              <SoldCotasCard
                rifa={rifa}
                onSold={() => void client.invalidateQueries({ queryKey: queries.admin.rifas.key() })}
              />
              <LiveSales rifa={rifa} />
              <BoostCard rifa={rifa} />
              <NumberMap rifa={rifa} />
            </div>
          ),
        },
        {
          value: 'editar',
          label: 'Editar',
          keepMounted: true,
          content: (hasEdited || part === 'editar') && (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
              <EditRifa rifa={rifa} onReload={onReload} />
            </div>
          ),
        },
        {
          value: 'encerramento',
          label: 'Encerramento',
          content: <EndingCard rifa={rifa} />,
        },
      ]}
    />
  );
}

function partOf(requested: string | null, { status }: ManagedRifa): CockpitPart {
  if (requested === 'ao-vivo' || requested === 'editar' || requested === 'encerramento') return requested;
  return status === 'closed' || status === 'completed' ? 'encerramento' : 'ao-vivo';
}
