import type { RefundPreview } from '@mare/contract/orders/orders.ts';
import { formatBrl, formatCount } from '../../format.ts';
import { keptSentence } from '../../orders/kept-reasons.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';

interface RefundRifasProps {
  preview: RefundPreview;
  /** Ids of rifas. */
  chosen: string[];
  onChange: (rifaIds: string[]) => void;
}

/** Chooses the rifas of an order whose cotas are returned, and lists the cotas that stay, with the reasons. */
export function RefundRifas({ preview: { returned, kept }, chosen, onChange }: RefundRifasProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">Cotas que voltam</legend>
      {returned.map(({ rifaId, title, quantity, centavos }) => (
        <Checkbox
          key={rifaId}
          label={`${title}: ${formatCount(quantity, 'cota', 'cotas')}, ${formatBrl(centavos)}`}
          checked={chosen.includes(rifaId)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, rifaId] : chosen.filter((id) => id !== rifaId))
          }
        />
      ))}
      {kept.map((cotas) => (
        <p key={`${cotas.rifaId} ${cotas.reason}`} className="text-sm text-ink-soft">
          {keptSentence(cotas)}
        </p>
      ))}
      <p className="text-sm text-ink-soft">
        {returned.length > 0
          ? 'Desmarque tudo para devolver só um valor, com as cotas mantidas.'
          : 'Nenhuma cota pode voltar. Você pode devolver um valor, com as cotas mantidas.'}
      </p>
    </fieldset>
  );
}
