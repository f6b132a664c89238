/** A voucher as a picture, to keep on the phone or to print. */
import { encode } from 'uqr';
import type { OwnVoucher } from '@mare/contract/partners.ts';
import { formatVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { formatDate } from '../format.ts';
import { saveFile } from '../ui/save-file.ts';

const WIDTH = 1080;
const HEIGHT = 1500;
const CODE_SIZE = 720;
const INK = '#0a2b34';
const SOFT = '#47636b';

/** @throws when the browser cannot draw */
export async function downloadVoucher(voucher: OwnVoucher): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('no canvas');
  draw(drawing, voucher);
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!picture) throw new Error('no picture');
  saveFile(`voucher-${voucher.voucherCode}.png`, picture);
}

function draw(drawing: CanvasRenderingContext2D, voucher: OwnVoucher): void {
  drawing.fillStyle = '#fffdf9';
  drawing.fillRect(0, 0, WIDTH, HEIGHT);
  drawing.fillStyle = '#0b6b75';
  drawing.fillRect(0, 0, WIDTH, 150);
  drawing.textAlign = 'center';
  write(drawing, 'Maré da Sorte', 95, 56, 'bold', '#ffffff');
  write(drawing, voucher.prizeName, 245, 58, 'bold', INK);
  write(drawing, `${voucher.partner.companyName} · ${voucher.partner.city}`, 315, 38, 'normal', SOFT);
  drawCode(drawing, voucher.qrCodeData, (WIDTH - CODE_SIZE) / 2, 370);
  write(drawing, formatVoucherCode(voucher.voucherCode), 1190, 64, 'bold', INK);
  write(drawing, `Vale até ${formatDate(voucher.expiresAt)}`, 1270, 40, 'normal', INK);
  write(drawing, 'Mostre este código ao parceiro. Vale uma única vez.', 1400, 34, 'normal', SOFT);
}

/** In the middle, made smaller when it would not fit. */
function write(
  drawing: CanvasRenderingContext2D,
  text: string,
  y: number,
  size: number,
  weight: string,
  colour: string,
): void {
  drawing.fillStyle = colour;
  drawing.font = `${weight} ${size}px 'Figtree Variable', sans-serif`;
  drawing.fillText(text, WIDTH / 2, y, WIDTH - 120);
}

function drawCode(drawing: CanvasRenderingContext2D, text: string, left: number, top: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const module = Math.floor(CODE_SIZE / size);
  const offset = Math.floor((CODE_SIZE - module * size) / 2);
  drawing.fillStyle = '#ffffff';
  drawing.fillRect(left, top, CODE_SIZE, CODE_SIZE);
  drawing.fillStyle = INK;
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries())
      if (dark) drawing.fillRect(left + offset + x * module, top + offset + y * module, module, module);
}
