/** PDF of the proofs of an order's cotas, with the content of the proof page. */
import type { Readable } from 'node:stream';
import Pdf from 'pdfkit';
import type { RifaProofs } from '@mare/contract/draws/proofs.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { formatBrl, formatDateTime, formatInteger } from '@mare/domain/format.ts';
import { fitsQr } from '@mare/domain/transparency/receipts/proof-file.ts';
import { drawLogo } from '../../platform/documents/logo.ts';
import { fitFont } from '../../platform/documents/fit-font.ts';
import { printableTitle } from '../../platform/documents/printable-words.ts';
import { drawQr } from '../../platform/documents/draw-qr.ts';
import type { ShopBrand } from '../../settings/read-shop-identity.ts';
import type { OrderProofs } from './read-proofs.ts';

const MARGIN = 48;
/** Cotas of a rifa with their paths: each takes a seventh of a page, and the process makes thirty pages a second. */
export const PROVED_IN_PDF = 280;
/** A dense code stays readable from paper. */
const QR_SIDE = 260;
const HEADING = 60;
const LOGO_HEIGHT = 36;
const INK = '#0d2b34';
const SOFT = '#475f66';

/**
 * @param site.url the page of this proof
 * @param receipt the proof file of the order, drawn as a QR code if it fits; null while there is none
 */
export function drawProofPdf(
  proofs: OrderProofs,
  reference: string,
  { url, shop, receipt }: { url: string; shop: ShopBrand; receipt: string | null },
): Readable {
  const pdf = new Pdf({
    size: 'A4',
    margin: MARGIN,
    lang: 'pt-BR',
    info: { Title: `Comprovante do sorteio, pedido ${reference}`, Author: shop.name },
  });
  if (shop.logo) {
    drawLogo(pdf, shop.logo, { left: MARGIN, top: MARGIN, height: LOGO_HEIGHT, maxWidth: 4 * LOGO_HEIGHT });
    pdf.y = MARGIN + LOGO_HEIGHT + 12;
  }
  pdf.fillColor(INK).font('Helvetica-Bold').fontSize(20).text('Comprovante do sorteio');
  pdf.moveDown(0.3).fontSize(10).fillColor(SOFT);
  pdf.text(fitFont(pdf, `${shop.name} · pedido ${reference} de ${proofs.buyerName}`)).font('Helvetica');
  if (proofs.paidAt) pdf.text(`Pago em ${formatDateTime(proofs.paidAt)}`);
  pdf.text(url, { link: url });
  for (const line of shop.lines) pdf.text(fitFont(pdf, line));
  pdf.font('Helvetica');
  pdf.fillColor(INK);
  if (!proofs.isPaid) pdf.text(returnText(proofs));
  if (proofs.isDisputed) pdf.text('Pagamento em contestação no banco.');
  for (const rifa of proofs.rifas)
    writeRifa(pdf, rifa, {
      numbers: proofs.numbers.get(rifa.rifaId) ?? [],
      goingBack: proofs.goingBack.get(rifa.rifaId) ?? [],
      unlisted: unlistedText(proofs),
      url,
    });
  writeHowTo(pdf);
  if (receipt !== null && fitsQr(receipt)) writeReceipt(pdf, receipt);
  pdf.end();
  return pdf;
}

function returnText({ cashOwedCentavos, isRefundUnderWay }: OrderProofs): string {
  if (cashOwedCentavos > 0) return `Falta devolver ${formatBrl(cashOwedCentavos)} a quem pagou.`;
  return isRefundUnderWay ? 'O valor está voltando para quem pagou.' : 'O valor voltou para quem pagou.';
}

/** @param goingBack of the cotas, those whose refund is under way */
function refundText(
  { totalNumbers, status, list }: RifaProofs,
  goingBack: readonly number[],
  cotas: number,
): string {
  const which =
    goingBack.length === cotas
      ? ''
      : ` de ${goingBack.map((number) => formatNumber(number, totalNumbers)).join(', ')}`;
  const outcome = list || status === 'cancelled' ? '' : ' Cotas em devolução não entram na lista do sorteio.';
  return `A devolução${which} está em andamento.${outcome}`;
}

/** What a rifa without a frozen list means for the cotas. */
function unlistedText({ isPaid, isDisputed }: OrderProofs): string {
  if (!isPaid) return 'As cotas não participam do sorteio.';
  return isDisputed
    ? 'As cotas não entram na lista de um sorteio que feche até a decisão.'
    : 'A lista desta rifa ainda não foi congelada.';
}

/** @param about.unlisted text while there is no list */
function writeRifa(
  pdf: PDFKit.PDFDocument,
  rifa: RifaProofs,
  {
    numbers,
    goingBack,
    unlisted,
    url,
  }: { numbers: readonly number[]; goingBack: readonly number[]; unlisted: string; url: string },
): void {
  pdf
    .moveDown(1.2)
    .fontSize(14)
    .fillColor(INK)
    .text(fitFont(pdf, printableTitle(rifa.title, 'Rifa'), 'bold'));
  if (numbers.length === 0) {
    pdf.font('Helvetica').fontSize(10).text('Nenhuma cota: foram dadas de presente a outra pessoa.');
    return;
  }
  const cotas = numbers.map((number) => formatNumber(number, rifa.totalNumbers)).join(', ');
  pdf
    .font('Helvetica')
    .fontSize(10)
    .text(`${numbers.length === 1 ? 'Cota' : 'Cotas'}: ${cotas}`);
  if (goingBack.length > 0) pdf.text(refundText(rifa, goingBack, numbers.length));
  if (rifa.status === 'cancelled') pdf.text('Esta rifa foi cancelada: não haverá sorteio.');
  else if (!rifa.list) pdf.text(unlisted);
  if (!rifa.list) return;
  writeFact(pdf, 'Lista congelada em', formatDateTime(new Date(rifa.list.frozenAt)));
  if (rifa.seal) {
    const date = rifa.seal.extractionDate.split('-').toReversed().join('/');
    writeFact(pdf, 'Extração da Loteria Federal', `${rifa.seal.extraction}, de ${date}`);
    writeFact(pdf, 'Lacre (SHA-256)', rifa.seal.hash);
  }
  writeFact(pdf, 'SHA-256 da lista', rifa.list.hash);
  writeFact(pdf, 'Raiz da árvore de Merkle', rifa.list.root);
  writeFact(pdf, 'Código do comprador na lista', rifa.tag ?? '');
  writeFact(pdf, 'Chave do código (guarde em segredo)', rifa.opening ?? '');
  for (const { tag, opening } of rifa.formerTags) {
    writeFact(pdf, 'Outro código seu, de uma conta unida depois', tag);
    writeFact(pdf, 'Chave deste outro código (guarde em segredo)', opening);
  }
  for (const cota of rifa.cotas) {
    pdf.moveDown(0.6).font('Helvetica-Bold').fontSize(11).fillColor(INK);
    pdf.text(`Cota ${formatNumber(cota.number, rifa.totalNumbers)} · linha ${cota.place}: ${cota.line}`);
    pdf.font('Courier').fontSize(6.5).fillColor(SOFT);
    pdf.text(cota.path.map(({ side, hash }) => `${side === 'left' ? 'E' : 'D'} ${hash}`).join('\n'));
  }
  const left = numbers.length - rifa.cotas.length - rifa.missing.length;
  if (left > 0) {
    pdf.moveDown(0.6).font('Helvetica').fontSize(10).fillColor(INK);
    pdf.text(
      `O caminho até a raiz está aqui para as primeiras ${formatInteger(numbers.length - left)} cotas. O das outras ${formatInteger(left)} está em ${url}`,
    );
  }
  if (rifa.missing.length > 0) {
    const numbers = rifa.missing.map((number) => formatNumber(number, rifa.totalNumbers)).join(', ');
    pdf.moveDown(0.6).font('Helvetica').fontSize(10).fillColor(INK);
    // A given cota stays under the tag of its recipient when the order is refunded.
    pdf.text(`Não estão na lista com o código do comprador: ${numbers}`);
  }
}

function writeReceipt(pdf: PDFKit.PDFDocument, receipt: string): void {
  const { page, y } = pdf;
  if (y + HEADING + QR_SIDE > page.height - MARGIN) pdf.addPage();
  pdf.moveDown(1.5).font('Helvetica-Bold').fontSize(11).fillColor(INK).text('O comprovante em código QR');
  pdf.font('Helvetica').fontSize(9).fillColor(SOFT);
  pdf.text('O texto do código é o arquivo inteiro, que o programa de conferência lê. Guarde-o.');
  pdf.fillColor(INK);
  drawQr(pdf, receipt, { left: MARGIN, top: pdf.y + 6, side: QR_SIDE, ecc: 'L' });
}

function writeFact(pdf: PDFKit.PDFDocument, name: string, value: string): void {
  pdf.moveDown(0.25).font('Helvetica').fontSize(9).fillColor(SOFT).text(name);
  pdf.font('Courier').fontSize(9).fillColor(INK).text(value);
}

function writeHowTo(pdf: PDFKit.PDFDocument): void {
  pdf.moveDown(1.5).font('Helvetica-Bold').fontSize(11).fillColor(INK).text('Como conferir à mão');
  pdf.font('Helvetica').fontSize(9).fillColor(SOFT);
  pdf.text(
    'Calcule o SHA-256 do byte 00 seguido da linha da cota. Depois, de cima para baixo, calcule o SHA-256 do byte 01 ' +
      'seguido dos dois hashes: o do passo à esquerda quando ele começa com E, à direita quando começa com D. O último ' +
      'resultado é a raiz. O código do comprador são os 16 primeiros algarismos do SHA-256 de três linhas, cada uma com ' +
      'quebra no fim: "mare-da-sorte/etiqueta/1", o código da rifa e a chave.',
  );
}
