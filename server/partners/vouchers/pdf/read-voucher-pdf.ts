import type { VoucherFile } from '@mare/contract/partners/vouchers.ts';
import { readShopBrand } from '../../../settings/read-shop-identity.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findVoucherToPrint } from '../vouchers.queries.ts';

/**
 * @param userId the winner; null for any (panel)
 * @returns null without a usable voucher
 */
export async function readVoucherPdf(
  platform: Pick<Platform, 'db' | 'caches' | 'clock' | 'config'>,
  id: string,
  userId: string | null,
): Promise<VoucherFile | null> {
  const found = await findVoucherToPrint(platform.db, id, { userId, now: platform.clock.now() });
  if (!found) return null;
  const { userId: winner, ...voucher } = found;
  const { host } = new URL(platform.config.publicUrl);
  const bookingUrl = winner === null ? `${host}/marcar-voucher` : null;
  const { printVoucher } = await import('./voucher-pdf.ts');
  const pdf = await printVoucher({ ...voucher, bookingUrl, shop: await readShopBrand(platform) });
  return { fileName: `voucher-${voucher.voucherCode}.pdf`, base64: pdf.toString('base64') };
}
