import Pdf from 'pdfkit';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { formatVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { formatLongDate } from '@mare/domain/format.ts';
import type { ShopBrand } from '../../settings/read-shop-identity.ts';
import { drawLogo } from '../../platform/documents/logo.ts';
import { drawQr } from '../../platform/documents/draw-qr.ts';

export interface PrintedVoucher {
  shop: ShopBrand;
  voucherCode: string;
  qrCodeData: string;
  prizeName: string;
  serviceType: string;
  winner: string;
  rifaTitle: string | null;
  expiresAt: Date;
  /** Four digits, which the partner asks for. */
  pin: string;
  /** Where a winner without an account agrees on a date; null for others. */
  bookingAddress: string | null;
  partner: { companyName: string; address: string | null; city: string; state: string; phone: string };
}

/** A5, in points. */
const PAGE = { width: 420, height: 595 };
const MARGIN = 36;
const WIDTH = PAGE.width - 2 * MARGIN;
const CODE_SIZE = 200;
const LOGO_HEIGHT = 36;
const INK = '#0a2b34';
const SOFT = '#47636b';
const SEA = '#0b6b75';

export async function printVoucher(voucher: PrintedVoucher): Promise<Buffer> {
  const { partner, shop } = voucher;
  const pdf = new Pdf({
    size: [PAGE.width, PAGE.height],
    margin: MARGIN,
    lang: 'pt-BR',
    info: { Title: `Voucher: ${voucher.prizeName}`, Author: shop.name },
  });
  pdf.rect(0, 0, PAGE.width, 64).fill(SEA);
  if (shop.logo) {
    const width = Math.min(LOGO_HEIGHT * (shop.logo.width / shop.logo.height), WIDTH - 16);
    pdf.roundedRect(MARGIN, 10, width + 16, LOGO_HEIGHT + 8, 8).fill('#ffffff');
    drawLogo(pdf, shop.logo, { left: MARGIN + 8, top: 14, height: LOGO_HEIGHT, maxWidth: WIDTH - 16 });
  } else pdf.fillColor('#ffffff').font('Helvetica-Bold').fontSize(20).text(shop.name, MARGIN, 24);
  const line = (text: string, { size = 11, colour = INK, bold = false } = {}) =>
    pdf
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fillColor(colour)
      .text(text, MARGIN, pdf.y, { width: WIDTH, align: 'center' });
  pdf.y = 84;
  line(voucher.prizeName, { size: 18, bold: true });
  pdf.moveDown(0.3);
  line([`Ganho por ${voucher.winner}`, voucher.rifaTitle].filter(Boolean).join(' · '), { colour: SOFT });
  pdf.moveDown(0.6);
  pdf.fillColor(INK);
  drawQr(pdf, voucher.qrCodeData, { left: (PAGE.width - CODE_SIZE) / 2, top: pdf.y, side: CODE_SIZE });
  pdf.y += CODE_SIZE + 8;
  line(formatVoucherCode(voucher.voucherCode), { size: 17, bold: true });
  pdf.moveDown(0.3);
  line(`Vale até ${formatLongDate(voucher.expiresAt)}`, { bold: true });
  pdf.moveDown(0.8);
  line(`Onde usar: ${partner.companyName}`);
  line([partner.address, `${partner.city} (${partner.state})`].filter(Boolean).join(', '));
  line(`Telefone: ${formatPhone(partner.phone)} · Serviço: ${voucher.serviceType}`, {
    colour: SOFT,
    size: 10,
  });
  pdf.moveDown(0.8);
  line(
    `Seu PIN: ${voucher.pin}. Mostre o código ao parceiro e diga o PIN só na hora de usar o serviço: com os dois, o voucher fica usado. Ele vale uma única vez.`,
    {
      colour: SOFT,
      size: 10,
    },
  );
  if (voucher.bookingAddress) {
    pdf.moveDown(0.5);
    line(`Marque o dia e a hora em ${voucher.bookingAddress}, com o código e o PIN.`, { size: 10 });
  }
  if (shop.lines.length > 0) pdf.moveDown(0.8);
  for (const text of shop.lines) line(text, { colour: SOFT, size: 8 });
  pdf.end();
  const parts: Buffer[] = [];
  for await (const part of pdf) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
