import { ExportButton } from '../../../admin/lists/export-button.tsx';
import { usePermission } from '../../../session/use-permission.ts';

const PUBLISHED = [
  { format: 'txt', label: 'Arquivo publicado' },
  { format: 'csv', label: 'Lista em CSV' },
  { format: 'xlsx', label: 'Lista em XLSX' },
] as const;

/** Downloads of the frozen list. */
export function FrozenListExports({ rifaId }: { rifaId: string }) {
  if (!usePermission('export-lists')) return null;
  return (
    <div className="grid gap-3">
      <fieldset aria-label="Lista como foi publicada" className="flex min-w-0 flex-wrap gap-2">
        {PUBLISHED.map(({ format, label }) => (
          <ExportButton key={format} list="lista" format={format} search={{ rifa: rifaId }} label={label} />
        ))}
      </fieldset>
      <fieldset aria-label="Lista com os nomes" className="flex min-w-0 flex-wrap gap-2">
        {(['csv', 'xlsx'] as const).map((format) => (
          <ExportButton
            key={format}
            list="lista"
            format={format}
            search={{ rifa: rifaId, nomes: '1' }}
            label={`Com nomes em ${format.toUpperCase()}`}
          />
        ))}
      </fieldset>
      <p className="text-sm text-ink-soft">
        A lista com nomes é só para a organização: cada exportação fica registrada nas atividades.
      </p>
    </div>
  );
}
