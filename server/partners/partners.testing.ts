import { randomBytes, randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import jsqr from 'jsqr';
import { makeVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { voucherExpiry } from '@mare/domain/partners/partner-terms.ts';
import type { Platform } from '../platform/platform.ts';

type Deps = Pick<Platform, 'db' | 'clock'>;

export async function addPartner(
  { db, clock }: Deps,
  changes: { status?: string; email?: string; serviceTypes?: string[]; city?: string } = {},
) {
  const id = randomUUID();
  return db
    .insertInto('partners')
    .values({
      id,
      companyName: 'Espaço Maresia Spa',
      contactName: 'Luciana Tenório',
      email: `${id}@exemplo.com.br`,
      phone: '82999990001',
      status: 'active',
      serviceTypes: ['massagem'],
      city: 'Maceió',
      state: 'AL',
      createdAt: clock.now(),
      ...changes,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function addVoucher({ db, clock }: Deps, partnerId: string, userId: string) {
  const code = makeVoucherCode((count) => randomBytes(count));
  const createdAt = clock.now();
  return db
    .insertInto('serviceVouchers')
    .values({
      id: randomUUID(),
      partnerId,
      userId,
      voucherCode: code,
      serviceType: 'massagem',
      prizeName: 'Massagem relaxante',
      qrCodeData: `http://localhost/parceiro?voucher=${code}`,
      createdAt,
      expiresAt: voucherExpiry(createdAt),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Decodes the QR code drawn on the first page of a PDF. */
export function readQrCode(pdf: Buffer): string | undefined {
  const text = pdf.toString('latin1');
  const start = text.indexOf('stream\n') + 'stream\n'.length;
  const drawn = inflateSync(pdf.subarray(start, text.indexOf('endstream', start))).toString('latin1');
  const squares = [...drawn.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)]
    .map(([, x, y, width, height]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    }))
    .filter(({ width, height }) => width === height);
  const module = squares[0]!.width;
  const left = Math.min(...squares.map(({ x }) => x));
  const top = Math.min(...squares.map(({ y }) => y));
  const place = (at: number, from: number) => Math.round((at - from) / module) + 4;
  const size = Math.max(...squares.map(({ x }) => place(x, left))) + 5;
  const scale = 4;
  const side = size * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const square of squares)
    for (let y = 0; y < scale; y++)
      for (let x = 0; x < scale; x++) {
        const at = ((place(square.y, top) * scale + y) * side + place(square.x, left) * scale + x) * 4;
        pixels.fill(0, at, at + 3);
      }
  return jsqr.default(pixels, side, side)?.data;
}
