import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { PAGED_LIST } from '../../admin/lists/paged-list.ts';
import { AdminList } from '../../admin/lists/admin-list.tsx';
import { ExportButton } from '../../admin/lists/export-button.tsx';
import { useListState } from '../../admin/lists/use-list-state.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatInteger } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { BuyerLine } from './buyer-line.tsx';
import { CancelledRefundsList } from './ending/cancelled-refunds-list.tsx';
import { ManualSaleDialog } from './manual-sale/manual-sale-dialog.tsx';
import { StandAllotments } from './manual-sale/stand-allotments.tsx';

interface SoldCotasCardProps {
  rifa: ManagedRifa;
  onSold: () => void;
}

/** Sold cotas with their buyers, and manual sales. */
export function SoldCotasCard({ rifa, onSold }: SoldCotasCardProps) {
  const [selling, setSelling] = useState(false);
  const [listed, setListed] = useState(false);
  const stats = [
    {
      label: rifa.refunds ? 'Vendidas e não devolvidas' : 'Vendidas',
      value: formatInteger(rifa.soldNumbers),
    },
    { label: 'Reservadas', value: formatInteger(rifa.reservedNumbers) },
    {
      label: 'Livres',
      value: formatInteger(rifa.totalNumbers - rifa.soldNumbers - rifa.reservedNumbers),
    },
    { label: rifa.refunds ? 'Receita não devolvida' : 'Receita', value: formatBrl(rifa.revenueCentavos) },
  ];
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {stats.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
            <dd className="tabular font-display text-xl font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      {rifa.refunds && <CancelledRefundsList rifaId={rifa.id} refunds={rifa.refunds} />}
      {rifa.reservedNumbers > 0 && <StandAllotments rifaId={rifa.id} />}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="sm" aria-expanded={listed} onClick={() => setListed(!listed)}>
          {listed ? 'Ocultar compradores' : 'Procurar número ou comprador'}
        </Button>
        {rifa.status === 'active' && rifa.pauseReason === null && (
          <Button variant="secondary" size="sm" onClick={() => setSelling(true)}>
            Vender em dinheiro
          </Button>
        )}
        <ExportButton list="compradores" search={{ rifa: rifa.id }} label="Exportar compradores" />
      </div>
      {listed && <Buyers rifa={rifa} />}
      {selling && <ManualSaleDialog rifaId={rifa.id} onClose={() => setSelling(false)} onSold={onSold} />}
    </Card>
  );
}

/** Focuses its search field when opened. */
function Buyers({ rifa }: { rifa: ManagedRifa }) {
  const shell = useRef<HTMLDivElement>(null);
  useEffect(() => shell.current?.querySelector('input')?.focus(), []);
  const list = useListState({ newest: 'Mais novos' }, {});
  const { search, page } = list;
  const buyers = useQuery({
    ...queries.admin.rifas.buyers.queryOptions({ input: { id: rifa.id, search, page } }),
    ...PAGED_LIST,
  });
  return (
    <div ref={shell}>
      <AdminList
        list={list}
        searchLabel="Número, nome ou e-mail"
        query={buyers}
        label="Compradores"
        empty="Ninguém encontrado"
        keyOf={({ orderId }) => orderId}
        renderRow={(buyer) => <BuyerLine buyer={buyer} totalNumbers={rifa.totalNumbers} />}
      />
    </div>
  );
}
