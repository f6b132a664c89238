import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { formatInteger } from '../../format.ts';

/** Maximum of cotas per person, if limited. */
export function PersonLimitNote({ rifa: { maxPerPerson } }: { rifa: RifaDetail }) {
  if (maxPerPerson === null) return null;
  return (
    <p className="rounded-md bg-sea-tint px-4 py-3 text-sm">
      Cada pessoa pode ter até{' '}
      <strong>
        {formatInteger(maxPerPerson)} {maxPerPerson === 1 ? 'cota' : 'cotas'}
      </strong>{' '}
      desta rifa, somando todos os pedidos e o bônus.
    </p>
  );
}
