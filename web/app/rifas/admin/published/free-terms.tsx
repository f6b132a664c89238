import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import type { RifaTerms } from '@mare/contract/rifas/rifa-terms.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import type { PurchaseTier } from '@mare/contract/rifas/rifa-detail.ts';
import { formatCount, formatInteger } from '../../../format.ts';
import { PlanLines } from './plan-lines.tsx';
import { Group, Row } from './term-parts.tsx';

interface FreeTermsProps {
  rifa: ManagedRifa;
  terms: RifaTerms;
  shopPlans: readonly PurchaseTier[];
  options: RifaOptions;
}

/** Changes after publication without a notice. */
export function FreeTerms({ rifa, terms, shopPlans, options }: FreeTermsProps) {
  const ownership = rifa.legalFiles.find(({ kind }) => kind === 'ownership');
  return (
    <Group title="Ainda pode mudar, sem aviso">
      <Row label="Por pedido">
        de {formatInteger(rifa.minPerOrder)} a {formatCount(rifa.maxPerOrder, 'cota', 'cotas')}
      </Row>
      {!terms.plans && (
        <Row label="Planos da loja">
          <PlanLines plans={shopPlans} priceCentavos={rifa.priceCentavos} terms={terms} />
        </Row>
      )}
      <Row label="Números do pedido">
        {options.choosesNumbers ? 'Quem compra pode escolher' : 'Saem por acaso'}
      </Row>
      <Row label="Presentes">
        {options.allowsGifts ? 'Cotas podem ser dadas de presente' : 'Cotas não podem ser dadas'}
      </Row>
      <Row label="Compradores">
        {options.showsBuyers ? 'A página mostra os do dia e da semana' : 'Não aparecem na página'}
      </Row>
      <Row label="Avisos de venda">{options.announcesMilestones ? 'Em 50%, 80% e 100%' : 'Nenhum'}</Row>
      <Row label="Posse dos prêmios">{ownership ? ownership.name : 'Sem comprovante de propriedade'}</Row>
    </Group>
  );
}
