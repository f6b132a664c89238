import type { AffiliateStatement, CommissionKind } from '@mare/contract/affiliates/affiliates.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvLine } from '@mare/domain/admin/csv.ts';

const HEAD = ['Data', 'Movimento', 'Rifas', 'Compra', 'Valor'];

const MOVEMENTS = {
  sale: 'Comissão',
  reversal: 'Desconto por devolução',
  restored: 'Comissão recuperada',
  own_purchase: 'Desconto por compra de outra conta sua',
  renounced: 'Baixa pela exclusão da conta',
} satisfies Record<CommissionKind, string>;

/** Movements of the month in chronological order, between opening and closing balance. */
export function statementCsv(statement: AffiliateStatement): string {
  const { openingCentavos, closingCentavos, entries, payouts } = statement;
  const movements = [
    ...entries.map(({ confirmedAt, kind, rifas, orderCentavos, amountCentavos }) => ({
      at: confirmedAt,
      cells: [MOVEMENTS[kind], rifas, orderCentavos / 100, amountCentavos / 100],
    })),
    ...payouts.map(({ paidAt, amountCentavos, reference }) => ({
      at: paidAt,
      cells: [
        `Pago por Pix${reference ? `, comprovante ${reference}` : ''}`,
        '',
        null,
        -amountCentavos / 100,
      ],
    })),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
  const lines: CsvCell[][] = [
    HEAD,
    [null, 'Saldo no começo do mês', '', null, openingCentavos / 100],
    ...movements.map(({ at, cells }) => [new Date(at), ...cells]),
    [null, 'Saldo no fim do mês', '', null, closingCentavos / 100],
  ];
  return BYTE_ORDER_MARK + lines.map(csvLine).join('');
}
