import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { formatBrl, formatInteger } from '../../format.ts';
import { classNames } from '../../ui/style/class-names.ts';

interface ComboListProps {
  rifa: Pick<RifaDetail, 'combos' | 'priceCentavos'>;
  /** Currently chosen cotas. */
  quantity: number;
  /** Maximum of cotas. */
  max: number;
  onChoose: (quantity: number) => void;
}

/** Combos (fixed quantities with a special price) as buttons. Renders nothing without combos. */
export function ComboList({ rifa: { combos, priceCentavos }, quantity, max, onChoose }: ComboListProps) {
  if (combos.length === 0) return null;
  return (
    <section aria-label="Combos" className="grid gap-3">
      <p className="font-bold">Combos</p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {combos.map((combo) => (
          <li key={combo.quantity}>
            <button
              type="button"
              aria-pressed={quantity === combo.quantity}
              disabled={combo.quantity > max}
              onClick={() => onChoose(combo.quantity)}
              className={classNames(
                'grid min-h-14 w-full content-center rounded-md border-2 px-4 py-2 text-left transition-colors',
                'hover:border-sea disabled:cursor-not-allowed disabled:opacity-50',
                quantity === combo.quantity ? 'border-sea bg-sea-tint' : 'border-line-strong/50 bg-raised',
              )}
            >
              <span className="font-display font-extrabold">
                {formatInteger(combo.quantity)} cotas por {formatBrl(combo.priceCentavos)}
              </span>
              <span className="text-sm text-ink-soft">
                Economize {formatBrl(combo.quantity * priceCentavos - combo.priceCentavos)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
