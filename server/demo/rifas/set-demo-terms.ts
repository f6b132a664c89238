/** A demo rifa with a legal pack, progressive prices and custom plans. */
import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

export const REGULATED_RIFA_SLUG = 'apartamento-beira-mar';

const REGULATION = `Regulamento de demonstração. Nada aqui é uma oferta de verdade.

1. Participa quem tem 18 anos ou mais e mora em uma das cidades desta rifa.
2. Cada cota paga dá direito a um número. As cotas de bônus concorrem como as outras.
3. O sorteio segue a extração da Loteria Federal da data marcada. A lista dos números vendidos é publicada antes dele.
4. Se o número sorteado não tiver sido vendido, o prêmio sai entre os números vendidos, pela conta descrita na página do sorteio.
5. O prêmio pode ser retirado em até 30 dias.`;

/** This rifa has combos: ten cotas for the price of nine, twenty-five for that of twenty. */
export const COMBO_RIFA_SLUG = 'fim-de-semana-maragogi';

export async function setDemoCombos(trx: Transaction<DB>, rifaId: string): Promise<void> {
  await trx
    .updateTable('rifas')
    .set({
      combos: sql<string>`jsonb_build_array(
        jsonb_build_object('quantity', 10, 'priceCentavos', floor(price * 900)::int),
        jsonb_build_object('quantity', 25, 'priceCentavos', floor(price * 2000)::int))`,
      purchaseTiers: JSON.stringify([{ key: 'tier1', name: 'Turma', quantity: 50, bonusPercentage: 20 }]),
    })
    .where('id', '=', rifaId)
    .execute();
}

export async function setDemoTerms(trx: Transaction<DB>, rifaId: string): Promise<void> {
  await trx
    .insertInto('rifaLegal')
    .values({
      rifaId,
      // More numbers than a series of the SPA/MF may have.
      route: 'state_lottery',
      authorisationNumber: '04.000000/2026 (demonstração)',
      organiserName: 'Associação Maré da Sorte (fictícia)',
      organiserCnpj: '00000000000191',
      regulation: REGULATION,
      regulationSha256: createHash('sha256').update(REGULATION).digest('hex'),
      taxNote: 'O imposto sobre o prêmio é pago pelo organizador.',
    })
    .execute();
  await trx
    .updateTable('rifas')
    .set({
      // 10% off from ten cotas, 20% from fifty.
      priceSteps: sql<string>`jsonb_build_array(
        jsonb_build_object('fromQuantity', 10, 'priceCentavos', floor(price * 90)::int),
        jsonb_build_object('fromQuantity', 50, 'priceCentavos', floor(price * 80)::int))`,
      purchaseTiers: JSON.stringify([
        { key: 'tier1', name: 'Dupla', quantity: 20, bonusPercentage: 25 },
        { key: 'tier2', name: 'Família', quantity: 50, bonusPercentage: 25 },
        { key: 'tier3', name: 'Galera', quantity: 100, bonusPercentage: 50 },
      ]),
    })
    .where('id', '=', rifaId)
    .execute();
}
