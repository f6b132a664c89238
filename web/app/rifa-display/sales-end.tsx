import { momentLabel } from '@mare/domain/draws/lottery/extraction-label.ts';
import { useLocalMoment } from './use-local-moment.ts';

/** 'Vendas até sábado 12/12 às 18h'. */
export function SalesEnd({ salesEndAt }: { salesEndAt: string }) {
  const local = useLocalMoment(salesEndAt);
  return (
    <p className="text-sm text-ink-soft">
      Vendas até <time dateTime={salesEndAt}>{momentLabel(new Date(salesEndAt))}</time>
      {local && `, horário de Brasília (no seu aparelho: ${local})`}
    </p>
  );
}
