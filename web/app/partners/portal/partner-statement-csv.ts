import type { PartnerStatement } from '@mare/contract/partners/partners.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvLine } from '@mare/domain/admin/csv.ts';
import { formatVoucherCode } from '@mare/domain/partners/voucher-code.ts';

const HEAD = ['Data', 'Movimento', 'Serviço', 'Voucher ou comprovante', 'Valor'];

/** Every movement of the month in chronological order, between opening and closing balance. */
export function partnerStatementCsv(statement: PartnerStatement): string {
  const { openingCentavos, closingCentavos, vouchers, payouts } = statement;
  const movements = [
    ...vouchers.map(({ validatedAt, prizeName, voucherCode, amountCentavos }) => ({
      at: validatedAt,
      cells: ['Comissão', prizeName, formatVoucherCode(voucherCode), amountCentavos / 100],
    })),
    ...payouts.map(({ paidAt, reference, amountCentavos }) => ({
      at: paidAt,
      cells: ['Pago por Pix', '', reference ?? '', -amountCentavos / 100],
    })),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
  const lines: CsvCell[][] = [
    HEAD,
    [null, 'Saldo no começo do mês', '', '', openingCentavos / 100],
    ...movements.map(({ at, cells }) => [new Date(at), ...cells]),
    [null, 'Saldo no fim do mês', '', '', closingCentavos / 100],
  ];
  return BYTE_ORDER_MARK + lines.map(csvLine).join('');
}
