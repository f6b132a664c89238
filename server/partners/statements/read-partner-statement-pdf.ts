import type { PartnerStatement } from '@mare/contract/partners/partners.ts';
import type { VoucherFile } from '@mare/contract/partners/vouchers.ts';
import { formatBrl, formatDateTime } from '@mare/domain/format.ts';
import { formatVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { readShopBrand, type ShopBrand } from '../../settings/read-shop-identity.ts';
import type { Platform } from '../../platform/platform.ts';
import { readPartnerStatement } from './read-partner-statement.ts';

/** @param month 'YYYY-MM' */
export async function readPartnerStatementPdf(
  platform: Pick<Platform, 'db' | 'caches' | 'clock'>,
  partnerId: string,
  month: string,
): Promise<VoucherFile> {
  const statement = await readPartnerStatement(platform, partnerId, month);
  const shop = await readShopBrand(platform);
  const pdf = await printStatement(statement, shop, platform.clock.now());
  return { fileName: `extrato-${month}.pdf`, base64: pdf.toString('base64') };
}

async function printStatement(statement: PartnerStatement, shop: ShopBrand, now: Date): Promise<Buffer> {
  const { beginReport, writeTable } = await import('../../platform/documents/pdf-report.ts');
  const [year, month] = statement.month.split('-');
  const pdf = beginReport(`Extrato de ${month}/${year}: ${statement.companyName}`, shop);
  pdf.text(`${shop.name} · lido em ${formatDateTime(now)}`);
  writeTable(
    pdf,
    'Resumo',
    ['', 'Valor'],
    [
      ['Saldo no começo do mês', formatBrl(statement.openingCentavos)],
      ['Comissões do mês', formatBrl(statement.earnedCentavos)],
      ['Pago por Pix', formatBrl(0 - statement.paidOutCentavos)],
      ['Saldo no fim do mês', formatBrl(statement.closingCentavos)],
    ],
  );
  writeTable(
    pdf,
    'Vouchers usados',
    ['Serviço', 'Usado em', 'Código', 'Comissão'],
    [
      ...statement.vouchers.map(({ prizeName, validatedAt, voucherCode, amountCentavos }) => [
        prizeName,
        formatDateTime(validatedAt),
        formatVoucherCode(voucherCode),
        formatBrl(amountCentavos),
      ]),
      ['Total', '', '', formatBrl(statement.earnedCentavos)],
    ],
  );
  if (statement.payouts.length > 0)
    writeTable(
      pdf,
      'Pagamentos por Pix',
      ['Pago em', 'Comprovante', 'Valor'],
      statement.payouts.map(({ paidAt, reference, amountCentavos }) => [
        formatDateTime(paidAt),
        reference ?? '',
        formatBrl(amountCentavos),
      ]),
    );
  pdf.end();
  const parts: Buffer[] = [];
  for await (const part of pdf) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
