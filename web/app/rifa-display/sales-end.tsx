import { momentLabel } from '@mare/domain/draws/lottery/extraction-label.ts';

/** 'Vendas até sábado 12/12 às 18h'. */
export function SalesEnd({ salesEndAt }: { salesEndAt: string }) {
  return (
    <p className="text-sm text-ink-soft">
      Vendas até <time dateTime={salesEndAt}>{momentLabel(new Date(salesEndAt))}</time>
    </p>
  );
}
