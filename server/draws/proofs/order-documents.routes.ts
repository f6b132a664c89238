/** Downloads for anyone with the order's URL: proofs of its cotas as a PDF, and a receipt image. */
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { readShopBrand } from '../../settings/read-shop-identity.ts';
import { callerIpAddress, type HttpEnv } from '../../platform/http/http.ts';
import { createRateLimiter } from '../../platform/http/request/rate-limit.ts';
import type { Platform } from '../../platform/platform.ts';
import { readProofs } from './read-proofs.ts';
import { readOrderReceipt } from './receipts/read-receipt.ts';
import { drawReceiptImage, readReceipt } from './receipts/receipt-image.ts';

/** A PDF hashes every list the order is on and has up to a hundred pages, with a long list of numbers. */
const PDFS = { name: 'proof-pdf', hits: 10, seconds: 60 };

const PICTURES = { name: 'receipt-picture', hits: 20, seconds: 60 };

export function createOrderDocuments(platform: Platform): Hono<HttpEnv> {
  const { db, config, clock } = platform;
  const app = new Hono<HttpEnv>();
  const limiter = createRateLimiter(clock);

  app.get('/pedido/:reference/comprovante.pdf', async (c) => {
    const wait = limiter.spend(PDFS, callerIpAddress(c, config.trustedProxyHops) ?? 'internal');
    if (wait !== null) return c.text('Muitas tentativas.', 429, { 'retry-after': String(wait) });
    const reference = c.req.param('reference');
    // Loaded lazily: heavy, and most processes never use it.
    const { drawProofPdf, PROVED_IN_PDF } = await import('./proof-pdf.ts');
    const proofs = await readProofs(db, reference, { from: 0, to: PROVED_IN_PDF });
    if (!proofs) return c.notFound();
    const proved = await readOrderReceipt(platform, { reference, userId: null, part: 1 });
    const pdf = drawProofPdf(proofs, reference, {
      url: `${config.publicUrl}/pedido/${reference}/comprovante`,
      shop: await readShopBrand(platform),
      receipt: proved?.state === 'ready' ? proved.file : null,
    });
    return c.body(Readable.toWeb(pdf) as ReadableStream, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="comprovante-${reference}.pdf"`,
      'cache-control': 'private, no-store',
    });
  });

  app.get('/pedido/:reference/recibo.png', async (c) => {
    const wait = limiter.spend(PICTURES, callerIpAddress(c, config.trustedProxyHops) ?? 'internal');
    if (wait !== null) return c.text('Muitas tentativas.', 429, { 'retry-after': String(wait) });
    const reference = c.req.param('reference');
    const receipt = await readReceipt(db, reference);
    if (!receipt) return c.notFound();
    const picture = await drawReceiptImage(receipt, {
      publicUrl: config.publicUrl,
      shop: await readShopBrand(platform),
    });
    return c.body(new Uint8Array(picture), 200, {
      'content-type': 'image/png',
      'content-disposition': `inline; filename="recibo-${reference}.png"`,
      'cache-control': 'private, no-store',
    });
  });

  return app;
}
