import { NO_PRIZE, type PrizeFieldValues, type RifaFields } from '../fields/rifa-fields.ts';

/** Initial content of a new rifa. Placeholders like '[preencha: …]' block publication until they are filled in. */
export interface RifaTemplate {
  label: string;
  hint: string;
  fields: Partial<RifaFields>;
}

const REGULATION = `1. Quem organiza
[preencha: nome da organização], CNPJ [preencha: CNPJ], com autorização nº [preencha: número da autorização].

2. Quem participa
Maiores de 18 anos que morem nas cidades indicadas na página da rifa. Não participam as pessoas que trabalham na organização.

3. Como participar
Cada cota paga dá direito a um número, de 1 ao total indicado na página. A cota vale quando o pagamento é confirmado. Quem comprou pode desistir em até 7 dias, antes do fechamento da lista.

4. O sorteio
O número sai dos prêmios da extração da Loteria Federal indicada na página, pela regra ali explicada. A lista dos números vendidos é fechada e lacrada antes da extração. Se a Loteria Federal mudar o dia, o mesmo número de extração vale por até 7 dias; se ela pular esse número ou não publicar os cinco prêmios, vale a extração seguinte.

5. O prêmio
É o descrito na página, entregue sem custo para quem ganhar em até [preencha: prazo de entrega] depois da conferência dos documentos. Não é trocado por dinheiro.

6. O resultado
É publicado na página da rifa, e quem ganhar é avisado pelos contatos da compra.

7. Dúvidas
Pelo suporte do site ou em [preencha: telefone ou e-mail].
`;

const prize = (values: Partial<PrizeFieldValues>): PrizeFieldValues => ({ ...NO_PRIZE, ...values });

export const TEMPLATES = {
  blank: { label: 'Em branco', hint: 'Você escreve tudo.', fields: {} },
  vehicle: {
    label: 'Moto ou carro',
    hint: '10.000 números, descrição com documentos e entrega, e um regulamento para completar.',
    fields: {
      totalNumbers: '10000',
      description: `**[preencha: marca, modelo e ano]**, [preencha: zero ou quilometragem], [preencha: cor].

## O que está incluído
- Documento em dia, transferência por nossa conta
- Entrega em [preencha: cidade]

## Onde ver
[preencha: endereço e horário]`,
      prizes: [prize({ name: '[preencha: marca e modelo]' })],
      regulation: REGULATION,
    },
  },
  electronics: {
    label: 'Celular ou eletrônico',
    hint: '1.000 números, produto lacrado com nota, e um regulamento para completar.',
    fields: {
      totalNumbers: '1000',
      description: `**[preencha: marca e modelo]**, novo e lacrado, com nota fiscal e garantia de fábrica.

## O que vem na caixa
- [preencha: itens]

## Entrega
Em mãos em [preencha: cidade] ou pelos Correios, sem custo.`,
      prizes: [prize({ name: '[preencha: marca e modelo]' })],
      regulation: REGULATION,
    },
  },
  charity: {
    label: 'Beneficente',
    hint: 'Para uma entidade: diz a causa e para onde vai o dinheiro.',
    fields: {
      totalNumbers: '1000',
      route: 'spa_mf_filantropico',
      description: `A renda vai para **[preencha: nome da entidade]**, que [preencha: o que ela faz].

## Para que é o dinheiro
- [preencha: a obra, o tratamento ou o projeto]

## Prestação de contas
Publicamos o que foi arrecadado e como foi usado depois do sorteio.`,
      regulation: REGULATION,
    },
  },
} satisfies Record<string, RifaTemplate>;

export type TemplateName = keyof typeof TEMPLATES;
