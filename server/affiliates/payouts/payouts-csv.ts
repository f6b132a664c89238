/** Payouts as a spreadsheet for manual Pix transfers. */
import { BYTE_ORDER_MARK, csvLine } from '@mare/domain/admin/csv.ts';
import type { PayoutToSend } from './payouts.queries.ts';

const keyNames: Record<string, string> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  phone: 'Telefone',
  email: 'E-mail',
  evp: 'Aleatória',
};

const head = ['Nome', 'E-mail', 'Tipo de chave', 'Chave Pix', 'Valor', 'Competência', 'Identificador'];

export function payoutsCsv(payouts: readonly PayoutToSend[]): string {
  const lines = payouts.map((payout) =>
    csvLine([
      payout.name,
      payout.email,
      keyNames[payout.pixKeyType ?? ''] ?? '',
      // With area code but without '+55', which a spreadsheet would parse as a formula.
      (payout.pixKey ?? '').replace(/^\+55/, ''),
      (payout.amountCentavos / 100).toFixed(2).replace('.', ','),
      payout.period,
      payout.id,
    ]),
  );
  return BYTE_ORDER_MARK + csvLine(head) + lines.join('');
}
