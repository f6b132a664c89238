/** Printable A4 poster of a rifa: picture, title, price and a QR code of its URL. */
import type { Readable } from 'node:stream';
import Pdf from 'pdfkit';
import { formatLongDate, formatBrl } from '@mare/domain/format.ts';
import { drawLogo, type LogoPicture } from '../../platform/documents/logo.ts';
import { drawQr } from '../../platform/documents/draw-qr.ts';
import { fitFont } from '../../platform/documents/fit-font.ts';
import { printableTitle } from '../../platform/documents/printable-words.ts';

interface Poster {
  title: string;
  prizeName: string | null;
  priceCentavos: number;
  drawDate: string;
  shortCode: string;
  shopName: string;
  /** Instead of the name; null without one. */
  logo: LogoPicture | null;
  /** JPEG; null for none. */
  artwork: Buffer | null;
  /** Target of the QR code. */
  url: string;
}

const WIDTH = 595;
const MARGIN = 56;
const HEIGHT = 842;
/** Space for the URL below the QR code and for the footer (points). */
const BELOW_QR = 160;
const LOGO_HEIGHT = 60;
const BAND = 18;
const ARTWORK_HEIGHT = 220;
const INK = '#0d2b34';
const SEA = '#0b6b75';
const SUN = '#f9b734';

export function drawPoster(poster: Poster): Readable {
  const pdf = new Pdf({
    size: 'A4',
    margin: MARGIN,
    lang: 'pt-BR',
    info: { Title: poster.title, Author: poster.shopName },
  });
  const centred = { align: 'center' as const, width: WIDTH - 2 * MARGIN };
  pdf.rect(0, 0, WIDTH, BAND).fill(SUN);
  const above = poster.artwork ? ARTWORK_HEIGHT : 0;
  if (poster.artwork) drawArtwork(pdf, poster.artwork);
  pdf.fillColor(SEA).fontSize(22);
  if (poster.logo) {
    drawLogo(pdf, poster.logo, {
      left: WIDTH / 2,
      top: 36 + above,
      height: LOGO_HEIGHT,
      maxWidth: 4 * LOGO_HEIGHT,
      isCentred: true,
    });
    pdf.x = MARGIN;
    pdf.y = 36 + above + LOGO_HEIGHT;
  } else pdf.text(fitFont(pdf, poster.shopName, 'bold'), MARGIN, (above ? 36 : 52) + above, centred);
  pdf
    .moveDown(above ? 0.3 : 0.8)
    .fillColor(INK)
    .fontSize(poster.title.length > 40 ? 32 : 44)
    .text(fitFont(pdf, printableTitle(poster.title, 'Rifa'), 'bold'), centred);
  if (poster.prizeName && poster.prizeName !== poster.title && printableTitle(poster.prizeName, ''))
    pdf
      .moveDown(0.3)
      .fontSize(18)
      .text(fitFont(pdf, `Prêmio: ${poster.prizeName}`), centred);
  pdf
    .moveDown(0.5)
    .font('Helvetica-Bold')
    .fontSize(30)
    .text(`${formatBrl(poster.priceCentavos)} a cota`, centred);
  const top = pdf.y + 16;
  const side = Math.min(WIDTH - 2 * MARGIN, HEIGHT - BELOW_QR - top);
  pdf.fillColor('#000');
  drawQr(pdf, poster.url, { left: (WIDTH - side) / 2, top, side });
  pdf.fillColor(INK).font('Helvetica').fontSize(18);
  pdf.text('Aponte a câmera do celular, ou digite', MARGIN, top + side + 12, centred);
  pdf
    .font('Helvetica-Bold')
    .fontSize(24)
    .text(poster.url.replace(/^https?:\/\//, ''), centred);
  // Shortened to one line: a second one would start another page.
  pdf.fillColor(SEA).font('Helvetica').fontSize(11.5);
  pdf.text(
    `Sorteio em ${formatLongDate(new Date(poster.drawDate))}, pela Loteria Federal. Para maiores de 18 anos.`,
    MARGIN,
    HEIGHT - MARGIN - 24,
    centred,
  );
  pdf.rect(0, HEIGHT - BAND, WIDTH, BAND).fill(SUN);
  pdf.end();
  return pdf;
}

/** The centre of the picture, at full width. */
function drawArtwork(pdf: PDFKit.PDFDocument, jpeg: Buffer): void {
  pdf.save().rect(0, BAND, WIDTH, ARTWORK_HEIGHT).clip();
  pdf.image(jpeg, 0, BAND, { cover: [WIDTH, ARTWORK_HEIGHT], align: 'center', valign: 'center' });
  pdf.restore();
}
