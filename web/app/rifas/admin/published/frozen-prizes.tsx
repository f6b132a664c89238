import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import type { EditedPrize } from '@mare/contract/rifas/managed-rifa.ts';
import { formatBrl, formatCount } from '../../../format.ts';
import { Row, Thumbnail } from './term-parts.tsx';

interface FrozenPrizesProps {
  prizes: readonly EditedPrize[];
  instantPrizes: RifaOptions['instantPrizes'];
}

/** Prizes without their descriptions, which may be corrected. */
export function FrozenPrizes({ prizes, instantPrizes }: FrozenPrizesProps) {
  return (
    <>
      <Row label="Prêmios">
        {prizes.length === 0 && 'Nenhum prêmio ainda'}
        <ol className="grid gap-2">
          {prizes.map((prize, index) => (
            <li key={`${index + 1}º ${prize.name}`} className="flex items-start gap-3">
              {prize.image && <Thumbnail image={prize.image} alt={`Imagem do ${index + 1}º prêmio`} />}
              <span className="min-w-0">
                {index + 1}º {prize.name} ({detailsOf(prize).join(', ')})
              </span>
            </li>
          ))}
        </ol>
      </Row>
      {instantPrizes.length > 0 && (
        <Row label="Cotas premiadas">
          {instantPrizes.map(({ name, valueCentavos, count }) => (
            <p key={`${name} ${valueCentavos}`}>
              {formatCount(count, 'cota premiada', 'cotas premiadas')}: {name},{' '}
              {valueCentavos === null ? 'sem valor informado' : `${formatBrl(valueCentavos)} cada`}
            </p>
          ))}
        </Row>
      )}
    </>
  );
}

const typeLabels: Record<EditedPrize['prizeType'], string> = {
  product: 'produto',
  service: 'serviço',
  cash: 'em dinheiro',
};

function detailsOf({ prizeType, valueCentavos, serviceType, serviceCity }: EditedPrize): string[] {
  return [
    typeLabels[prizeType],
    valueCentavos === null ? 'sem valor informado' : formatBrl(valueCentavos),
    ...(prizeType === 'service' ? [serviceType, serviceCity] : []),
  ].filter((detail) => detail !== null);
}
