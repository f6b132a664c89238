import { useState } from 'react';
import { ExportButton } from '../../admin/lists/export-button.tsx';
import { SECTION_PERMISSIONS } from '../../admin/sections/finance-sections.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Card } from '../../ui/card.tsx';
import { type RifaChoice, RifaField } from './rifa-field.tsx';
import { FinanceHeading } from './finance-heading.tsx';

/** The report that an authorised promotion owes to the authority. */
export function PromotionReportCard({ rifas }: { rifas: readonly RifaChoice[] }) {
  const [rifaId, setRifaId] = useState('');
  if (!usePermission(SECTION_PERMISSIONS.prestacao)) return null;
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <FinanceHeading section="prestacao" />
      <p className="max-w-2xl text-sm text-ink-soft">
        O relatório de uma rifa para quem a autorizou: autorização, vendas, sorteio, prêmios e quem os
        recebeu. Traz nome e CPF de quem ganhou; a exportação fica registrada.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <RifaField
          className="w-full max-w-sm"
          rifas={rifas}
          value={rifaId}
          onChange={(event) => setRifaId(event.target.value)}
        />
        {rifaId &&
          (['pdf', 'xlsx'] as const).map((format) => (
            <ExportButton
              key={format}
              list="prestacao"
              format={format}
              search={{ rifa: rifaId }}
              label={format.toUpperCase()}
            />
          ))}
      </div>
    </Card>
  );
}
