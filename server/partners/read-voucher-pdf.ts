import type { Kysely } from 'kysely';
import type { VoucherFile } from '@mare/contract/partners.ts';
import type { DB } from '@mare/database/schema.ts';
import { printVoucher } from './voucher-pdf.ts';
import { findVoucherToPrint } from './vouchers.queries.ts';

/**
 * @param userId whose voucher it has to be; null for the panel, which prints anybody's
 * @returns null when there is no such voucher that can still be used
 */
export async function readVoucherPdf(
  db: Kysely<DB>,
  id: string,
  userId: string | null,
): Promise<VoucherFile | null> {
  const voucher = await findVoucherToPrint(db, id, userId);
  if (!voucher) return null;
  const pdf = await printVoucher(voucher);
  return { fileName: `voucher-${voucher.voucherCode}.pdf`, base64: pdf.toString('base64') };
}
