import { useState } from 'react';
import { formatCount, formatInteger } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { ExportButton } from '../lists/export-button.tsx';
import { Permitted } from '../permissions/permitted.tsx';
import type { ChosenOrders } from './use-selection.ts';
import { type Work, WorkDialog } from './work-dialog.tsx';

interface SelectedOrdersProps {
  chosen: ChosenOrders;
  /** An action began. */
  onStarted: () => void;
}

const WORK: Record<Work, string> = {
  tag: 'Etiquetar',
  untag: 'Tirar etiqueta',
  receipt: 'Reenviar recibos',
  note: 'Anotar',
};

/** Actions on the selected orders. */
export function SelectedOrders({ chosen, onStarted }: SelectedOrdersProps) {
  const [work, setAsked] = useState<Work | null>(null);
  return (
    <section
      aria-label="Pedidos escolhidos"
      className="sticky-at-foot z-10 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-page p-3 shadow-soft"
    >
      <p className="mr-auto font-semibold max-sm:w-full" aria-live="polite">
        {chosen.count === 1 ? formatCount(1, 'escolhido', '') : `${formatInteger(chosen.count)} escolhidos`}
      </p>
      <Permitted to="work-on-orders">
        {(Object.keys(WORK) as Work[]).map((work) => (
          <Button key={work} variant="outline" size="sm" onClick={() => setAsked(work)}>
            {WORK[work]}
          </Button>
        ))}
      </Permitted>
      <ExportButton list="pedidos" search={chosen.filters} label="Exportar" />
      {work && (
        <WorkDialog
          work={work}
          chosen={chosen}
          onClose={() => setAsked(null)}
          onStarted={() => {
            setAsked(null);
            onStarted();
          }}
        />
      )}
    </section>
  );
}
