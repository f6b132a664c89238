import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import type { RifaTerms } from '@mare/contract/rifas/rifa-terms.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { formatBrl, formatCount, formatDateTime, formatInteger } from '../../../format.ts';
import { drawFallbackLabels } from '../fields/draw-rule-fields.tsx';
import { minutesLabel, unsoldPolicyLabels } from '../fields/end-of-sales-fields.tsx';
import { LegalRows } from './legal-rows.tsx';
import { PlanLines } from './plan-lines.tsx';
import { FrozenPrizes } from './frozen-prizes.tsx';
import { Group, Row } from './term-parts.tsx';

interface FrozenTermsProps {
  rifa: ManagedRifa;
  terms: RifaTerms;
  options: RifaOptions;
}

/** Immutable after publication. */
export function FrozenTerms({ rifa, terms, options }: FrozenTermsProps) {
  const { extremes } = options;
  return (
    <Group title="Não muda mais">
      <Row label="Preço da cota">
        <strong>{rifa.priceCentavos === 0 ? 'Falta o preço' : formatBrl(rifa.priceCentavos)}</strong>
        {terms.priceSteps.map(({ fromQuantity, priceCentavos }) => (
          <p key={fromQuantity}>
            a partir de {formatInteger(fromQuantity)}: {formatBrl(priceCentavos)}
          </p>
        ))}
        {terms.combos.map(({ quantity, priceCentavos }) => (
          <p key={quantity}>
            combo de {formatInteger(quantity)}: {formatBrl(priceCentavos)}
          </p>
        ))}
      </Row>
      {terms.plans && (
        <Row label="Planos desta rifa">
          <PlanLines plans={terms.plans} priceCentavos={rifa.priceCentavos} terms={terms} />
        </Row>
      )}
      <Row label="Números">
        {formatInteger(rifa.totalNumbers)}
        {rifa.priceCentavos > 0 &&
          `; se todos forem vendidos, até ${formatBrl(rifa.priceCentavos * rifa.totalNumbers)}`}
      </Row>
      <FrozenPrizes prizes={rifa.prizes} instantPrizes={options.instantPrizes} />
      {extremes && (
        <Row label="Maior e menor cota">
          {extremes.prize}, das pagas de {formatDateTime(extremes.from)} a {formatDateTime(extremes.to)}
        </Row>
      )}
      <Row label="Número não vendido">
        {drawFallbackLabels[terms.drawFallback]}.{' '}
        {terms.cotaWinsOnce
          ? 'Cada cota ganha no máximo um prêmio.'
          : 'Uma cota pode ganhar mais de um prêmio.'}
      </Row>
      <Row label="Fim das vendas">{minutesLabel(options.salesEndMinutes)} da extração</Row>
      <Row label="Se vender pouco">
        {unsoldPolicyLabels[options.unsoldPolicy]}
        {options.unsoldPolicy !== 'draw' && ` (menos de ${options.unsoldMinPercent}%)`}
        {options.drawsEarly && '. Se esgotar, o sorteio é adiantado'}
      </Row>
      {rifa.salesStart && <Row label="Abertura">{formatDateTime(rifa.salesStart)}</Row>}
      {(options.vipOnly || options.vipHours > 0) && (
        <Row label="VIP">
          {options.vipOnly ? 'Só VIPs compram' : `${options.vipHours} horas antes, só para VIPs`}
        </Row>
      )}
      {options.maxPerPerson !== null && (
        <Row label="Por pessoa">no máximo {formatCount(options.maxPerPerson, 'cota', 'cotas')}</Row>
      )}
      <LegalRows rifa={rifa} />
    </Group>
  );
}
