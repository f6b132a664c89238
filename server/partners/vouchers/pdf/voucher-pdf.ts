import Pdf from 'pdfkit';
import type { VoucherPartner } from '@mare/contract/partners/bookings.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { formatVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { formatLongDate } from '@mare/domain/format.ts';
import type { ShopBrand } from '../../../settings/read-shop-identity.ts';
import { fitFont } from '../../../platform/documents/fit-font.ts';
import { printableTitle } from '../../../platform/documents/printable-words.ts';
import { drawLogo } from '../../../platform/documents/logo.ts';
import { drawQr } from '../../../platform/documents/draw-qr.ts';

export interface PrintedVoucher {
  shop: ShopBrand;
  voucherCode: string;
  qrCodeData: string;
  prizeName: string;
  serviceType: string;
  winner: string;
  rifaTitle: string | null;
  expiresAt: Date;
  /** Four digits, requested by the partner at redemption. */
  pin: string;
  /** URL of the page where a winner without an account books a date; null for others. */
  bookingUrl: string | null;
  partner: VoucherPartner;
}

/** A5 (points). */
const PAGE = { width: 420, height: 595 };
const MARGIN = 36;
const WIDTH = PAGE.width - 2 * MARGIN;
const TOP = 84;
const CODE_SIZE = 200;
/** 4 cm, large enough to scan easily. */
const MIN_CODE_SIZE = 113;
const CODE_GAP = 8;
const LOGO_HEIGHT = 36;
const INK = '#0a2b34';
const SOFT = '#47636b';
const SEA = '#0b6b75';

interface Line {
  text: string;
  size?: number;
  colour?: string;
  bold?: boolean;
  /** Space below, in points. */
  gap?: number;
}

type Document = InstanceType<typeof Pdf>;

/** @returns the text as the selected font can show it */
const useFont = (pdf: Document, { text, size = 11, bold = false }: Line) =>
  fitFont(pdf.fontSize(size), text, bold ? 'bold' : 'regular');

const heightOf = (pdf: Document, lines: readonly Line[]) =>
  lines.reduce(
    (sum, line) => sum + pdf.heightOfString(useFont(pdf, line), { width: WIDTH }) + (line.gap ?? 0),
    0,
  );

function write(pdf: Document, line: Line): void {
  const { colour = INK, gap = 0 } = line;
  const text = useFont(pdf, line);
  pdf.fillColor(colour).text(text, MARGIN, pdf.y, { width: WIDTH, align: 'center' });
  pdf.y += gap;
}

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
  } else
    pdf
      .fillColor('#ffffff')
      .fontSize(20)
      .text(fitFont(pdf, shop.name, 'bold'), MARGIN, 24);
  const above: Line[] = [
    { text: printableTitle(voucher.prizeName, 'Prêmio'), size: 18, bold: true, gap: 5 },
    {
      text: [`Ganho por ${voucher.winner}`, voucher.rifaTitle].filter(Boolean).join(' · '),
      colour: SOFT,
      gap: 8,
    },
  ];
  const below: Line[] = [
    { text: formatVoucherCode(voucher.voucherCode), size: 17, bold: true, gap: 5 },
    { text: `Vale até ${formatLongDate(voucher.expiresAt)}`, bold: true, gap: 10 },
    { text: `Onde usar: ${partner.companyName}` },
    { text: [partner.address, `${partner.city} (${partner.state})`].filter(Boolean).join(', ') },
    ...(partner.isPaused
      ? [{ text: 'Este parceiro está em pausa: fale com o suporte antes de ir.', bold: true }]
      : []),
    {
      text: `Telefone: ${formatPhone(partner.phone)} · Serviço: ${voucher.serviceType}`,
      colour: SOFT,
      size: 10,
      gap: 9,
    },
    {
      text: `Seu PIN: ${voucher.pin}. Mostre o código ao parceiro e diga o PIN só na hora de usar o serviço: com os dois, o voucher fica usado. Ele vale uma única vez.`,
      colour: SOFT,
      size: 10,
      gap: 8,
    },
    ...(voucher.bookingUrl
      ? [
          {
            text: `Marque o dia e a hora em ${voucher.bookingUrl}, com o código e o PIN.`,
            size: 10,
            gap: 8,
          },
        ]
      : []),
    ...shop.lines.map((text) => ({ text, colour: SOFT, size: 8 })),
  ];
  // Long names shrink the QR code, so that everything stays on one page.
  const left = PAGE.height - MARGIN - TOP - CODE_GAP - heightOf(pdf, [...above, ...below]);
  const side = Math.max(MIN_CODE_SIZE, Math.min(CODE_SIZE, left));
  pdf.y = TOP;
  for (const line of above) write(pdf, line);
  pdf.fillColor(INK);
  drawQr(pdf, voucher.qrCodeData, { left: (PAGE.width - side) / 2, top: pdf.y, side });
  pdf.y += side + CODE_GAP;
  for (const line of below) write(pdf, line);
  pdf.end();
  const parts: Buffer[] = [];
  for await (const part of pdf) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
