import type { StandSale } from '@mare/contract/checkout/stand.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { countCotas } from '@mare/domain/numbers/describe-cotas.ts';
import type { StandPayment } from '@mare/domain/orders/stand-allotment.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { type Allotment, findHolder, lockAllotment } from '../../orders/stand/find-allotments.ts';
import { storeStandRejection } from '../../orders/stand/stand-rejections.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { type StandOutcome, findOutcome, type Rejected } from './stand-outcome.ts';

/** A sale by Pix added no cash to the drawer, and without an order no refund is posted: it goes back by Pix. */
const REFUNDS: Record<StandPayment, { way: string; duty: string }> = {
  cash: { way: '', duty: 'o dinheiro tem de ser devolvido' },
  pix: { way: ' por Pix, da conta que recebeu', duty: 'o Pix tem de ser devolvido por Pix' },
};

/**
 * Makes the rejection of a sale final, unless a concurrent request decided it first, and notifies the person who has
 * to return the money.
 * @returns the final outcome
 */
export function rejectSale(
  platform: Platform,
  by: PanelUser,
  { id: allotmentId, rifaId, terms }: Allotment,
  sale: StandSale,
  rejection: Rejected,
): Promise<StandOutcome> {
  const { code, reason, numbers } = rejection;
  return inTransaction(platform.db, async (trx) => {
    const allotment = await lockAllotment(trx, allotmentId);
    const stored = await findOutcome(trx, allotment, sale);
    // The key belongs to another sale: no rejection is stored for this one.
    const isReused = code === 'KEY_REUSED';
    if (stored && !isReused) return stored;
    if (!isReused)
      await storeStandRejection(
        trx,
        { allotmentId, saleId: sale.id, code, reason, numbers },
        platform.clock.now(),
      );
    const cotas = countCotas(sale.numbers.length);
    const refund = REFUNDS[sale.paidWith];
    const deduplicationKey = `stand-rejected:${sale.id}`;
    const news = {
      type: 'warning' as const,
      title: 'Uma venda do balcão não entrou',
      message: `${sale.name}, ${sale.phone}, recebe ${formatBrl(sale.paidCentavos)} de volta${refund.way}: ${cotas} de “${terms.title}”.`,
      deduplicationKey,
    };
    // The phone may have sent it in the background, or may be the lost one. A seller who left the team may keep the
    // phone.
    if (code === 'SELLER_MAY_NOT_SELL')
      await notifyAdmins(trx, platform, { ...news, data: { href: `/admin/rifas/${rifaId}` } });
    else
      await sendNotification(trx, platform, {
        ...news,
        userId: (await findHolder(trx, allotmentId)).sellerId,
        data: { href: '/balcao' },
      });
    await recordActivity(trx, platform, {
      ...by,
      action: 'reject-stand-sale',
      entityType: 'rifa',
      entityId: rifaId,
      description: `Uma venda sem internet de ${cotas} de “${terms.title}” não entrou: ${refund.duty}.`,
      details: {
        allotment: allotmentId,
        sale: sale.id,
        code,
        paidCentavos: sale.paidCentavos,
        paidWith: sale.paidWith,
        numbers: sale.numbers,
      },
      deduplicationKey,
    });
    return rejection;
  });
}
