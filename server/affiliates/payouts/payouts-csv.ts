/** Payouts as a spreadsheet reads them: semicolons as in Brazil, and no cell that a spreadsheet would run as a formula. */
import type { Payout } from '@mare/contract/payouts.ts';

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '﻿';
const FORMULA_START = /^[\s]*[=+\-@]|^[\t\r\n]/;

const keyNames: Record<string, string> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  phone: 'Telefone',
  email: 'E-mail',
  evp: 'Aleatória',
};

export function payoutsCsv(payouts: readonly (Payout & { pixKeyType: string | null })[]): string {
  const lines = payouts.map((payout) => [
    payout.name,
    payout.email,
    keyNames[payout.pixKeyType ?? ''] ?? '',
    // With area code and without '+55', which a spreadsheet would take for a sum.
    (payout.pixKey ?? '').replace(/^\+55/, ''),
    (payout.amountCentavos / 100).toFixed(2).replace('.', ','),
    payout.period,
    payout.id,
  ]);
  const header = ['Nome', 'E-mail', 'Tipo de chave', 'Chave Pix', 'Valor', 'Competência', 'Identificador'];
  return BYTE_ORDER_MARK + [header, ...lines].map((line) => line.map(cell).join(';')).join('\r\n') + '\r\n';
}

function cell(text: string): string {
  const harmless = FORMULA_START.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
