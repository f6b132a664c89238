import type { ReactNode } from 'react';
import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import type { RifaTerms } from '@mare/contract/rifas/rifa-terms.ts';
import type { ManagedRifa } from '@mare/contract/rifas/rifas-admin.ts';
import type { PurchaseTier } from '@mare/contract/rifas/rifas.ts';
import { momentLabel } from '@mare/domain/draws/extraction-label.ts';
import { salesEndAt } from '@mare/domain/rifas/lifecycle/sales-end.ts';
import { formatBrl, formatCount, formatDateTime, formatInteger } from '../../format.ts';
import { unsoldPolicyLabels } from './fields/end-of-sales-fields.tsx';
import { routeLabels } from '@mare/domain/rifas/legal/legal-routes.ts';
import { drawFallbackLabels } from './fields/draw-rule-fields.tsx';

interface PublishedTermsProps {
  rifa: ManagedRifa;
  terms: { terms: RifaTerms; shopPlans: readonly PurchaseTier[] };
  options: RifaOptions;
}

/** What buyers will count on, as it is stored: fixed by the publication, and what may change later. */
export function PublishedTerms({ rifa, terms: { terms, shopPlans }, options }: PublishedTermsProps) {
  const { legal } = rifa;
  const certificate = rifa.legalFiles.find(({ kind }) => kind === 'certificate');
  return (
    <div className="grid gap-6">
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
        <Row label="Números">
          {formatInteger(rifa.totalNumbers)}; se todos forem vendidos, até{' '}
          {formatBrl(rifa.priceCentavos * rifa.totalNumbers)}
        </Row>
        <Row label="Prêmios">
          {rifa.prizes.length === 0 && 'Nenhum prêmio ainda'}
          {rifa.prizes.map(({ name, valueCentavos, prizeType }, index) => (
            <p key={`${index + 1}º ${name}`}>
              {index + 1}º {name}
              {valueCentavos !== null &&
                ` (${formatBrl(valueCentavos)}${prizeType === 'cash' ? ' em dinheiro' : ''})`}
            </p>
          ))}
          {options.instantPrizes.map(({ name, valueCentavos, count }) => (
            <p key={`${name} ${valueCentavos}`}>
              {formatCount(count, 'cota premiada', 'cotas premiadas')}: {name}
            </p>
          ))}
        </Row>
        <Row label="Número não vendido">
          {drawFallbackLabels[terms.drawFallback]}.{' '}
          {terms.cotaWinsOnce
            ? 'Cada cota ganha no máximo um prêmio.'
            : 'Uma cota pode ganhar mais de um prêmio.'}
        </Row>
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
        <Row label="Autorização">
          {routeLabels[legal.route]}
          {legal.authorisationNumber && `, ${legal.authorisationNumber}`}
          {legal.organiserName && <p>{legal.organiserName}</p>}
          <p>
            {certificate ? `Certificado: ${certificate.name}` : 'Sem o arquivo do certificado'}
            {legal.regulation === '' && '; sem regulamento'}
          </p>
        </Row>
      </Group>
      <Group title="Ainda pode mudar, com aviso a quem comprou">
        <Row label="Título">{rifa.title}</Row>
        <Row label="Sorteio">
          {momentLabel(new Date(rifa.drawDate))}; as vendas terminam em{' '}
          {formatDateTime(salesEndAt(new Date(rifa.drawDate), options.salesEndMinutes))}. Depois, só para uma
          extração mais tarde.
        </Row>
        <Row label="Quem participa">
          {rifa.eligibleCities.length === 0
            ? 'Nenhuma cidade escolhida'
            : `${rifa.eligibleCities.join(', ')} (${rifa.eligibleState})`}
        </Row>
        <Row label="Por pedido">
          de {formatInteger(rifa.minPerOrder)} a {formatCount(rifa.maxPerOrder, 'cota', 'cotas')}
        </Row>
        <Row label="Planos">
          {terms.plans
            ? terms.plans.map(({ name, quantity }) => `${name} (${quantity})`).join(', ')
            : `os da loja: ${shopPlans.map(({ name }) => name).join(', ')}`}
        </Row>
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    // Focusable, so that the arrow keys scroll the dialog around it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={title} tabIndex={0} className="grid gap-2">
      <h3 className="font-bold">{title}</h3>
      <dl className="grid gap-2 rounded-md bg-sunken p-4 text-sm">{children}</dl>
    </section>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 wrap-break-word">{children}</dd>
    </div>
  );
}
