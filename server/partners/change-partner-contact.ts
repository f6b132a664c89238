import { isValidPhone } from '@brazilian-utils/brazilian-utils/is-valid-phone';
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import { enqueueCommissionMail } from '../affiliates/commissions/send-commission-mail.job.ts';
import { sendNotification } from '../notifications/send-notification.ts';
import type { PanelUser } from '../platform/http/api.ts';
import type { Platform } from '../platform/platform.ts';
import { phoneDigits } from './login/login-partner.ts';
import { addPartnerSecurityEvent } from './security/partner-security-events.ts';

interface ContactChange {
  id: string;
  phone: string;
  /** Street and number; may be empty. */
  address: string;
}

export type ChangePartnerContactResult =
  | { ok: true; phone: string; address: string | null }
  | { ok: false; code: 'NOT_FOUND' | 'INVALID_PHONE' };

/**
 * Changes a partner's contact on vouchers, and notifies the partner and the winners of open vouchers. The phone is also a
 * credential of the portal: another one ends the sessions.
 */
export async function changePartnerContact(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>,
  by: PanelUser,
  { id, ...typed }: ContactChange,
): Promise<ChangePartnerContactResult> {
  const after = { phone: phoneDigits(typed.phone), address: typed.address || null };
  if (!isValidPhone(after.phone)) return { ok: false, code: 'INVALID_PHONE' };
  return platform.db.transaction().execute(async (trx) => {
    const partner = await trx
      .selectFrom('partners')
      .select(['phone', 'address', 'email', 'companyName', 'city', 'state'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!partner) return { ok: false, code: 'NOT_FOUND' };
    const { phone, address } = partner;
    if (phone === after.phone && address === after.address) return { ok: true, ...after };
    await trx.updateTable('partners').set(after).where('id', '=', id).execute();
    if (phone !== after.phone) await trx.deleteFrom('partnerSessions').where('partnerId', '=', id).execute();
    const now = platform.clock.now();
    await addPartnerSecurityEvent(trx, { partnerId: id, event: 'contact_changed', ipAddress: null }, now);
    await recordActivity(trx, platform, {
      ...by,
      action: 'change-partner-contact',
      entityType: 'partner',
      entityId: id,
      description: `Endereço e telefone de ${partner.companyName} alterados.`,
      details: { before: { phone, address }, after },
    });
    const changed = { ...partner, ...after, id };
    await mailPartner(trx, platform, changed, phone !== after.phone);
    await notifyWinners(trx, platform, changed);
    return { ok: true, ...after };
  });
}

interface ChangedPartner {
  id: string;
  email: string;
  companyName: string;
  phone: string;
  address: string | null;
  city: string;
  state: string;
}

function mailPartner(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'jobs'>,
  { id, email, companyName, phone, address }: ChangedPartner,
  isOtherPhone: boolean,
): Promise<void> {
  return enqueueCommissionMail(trx, platform, {
    key: `partner-contact:${id}:${platform.clock.now().getTime()}`,
    to: email,
    heading: 'Mudamos o contato da sua parceria',
    paragraphs: [
      'Olá!',
      'Nossa equipe mudou o endereço ou o telefone que aparece nos vouchers.',
      ...(isOtherPhone ? ['Entre no portal com o telefone novo a partir de agora.'] : []),
      'Se não foi um pedido seu, fale com o suporte.',
    ],
    facts: [
      ['Empresa', companyName],
      ['Telefone', formatPhone(phone)],
      ['Endereço', address ?? 'não informado'],
    ],
    button: { label: 'Entrar no portal do parceiro', path: '/parceiro' },
  });
}

async function notifyWinners(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  { id, companyName, phone, address, city, state }: ChangedPartner,
): Promise<void> {
  const now = platform.clock.now();
  const open = await trx
    .selectFrom('serviceVouchers')
    .select(['id', 'userId', 'prizeName'])
    .where('partnerId', '=', id)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', now)
    .execute();
  const where = [address, `${city} (${state})`].filter(Boolean).join(', ');
  for (const voucher of open)
    if (voucher.userId)
      await sendNotification(trx, platform, {
        userId: voucher.userId,
        type: 'info',
        title: 'Mudou o contato de onde você usa o voucher',
        message: `${voucher.prizeName}: ${companyName}, ${where}, telefone ${formatPhone(phone)}. O código e o PIN continuam os mesmos.`,
        data: { href: '/meus-vouchers' },
        deduplicationKey: `voucher-contact:${voucher.id}:${now.getTime()}`,
      });
}
