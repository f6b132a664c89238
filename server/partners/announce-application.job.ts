/**
 * Notifies admins and the applicant of a partner application, or, if the e-mail belongs to a partner already, its
 * owner.
 */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import { enqueueCommissionMail } from '../affiliates/commissions/send-commission-mail.job.ts';
import { spendUnconfirmedMail } from '../mail/limit-unconfirmed-mail.ts';
import { notifyAdmins } from '../notifications/notify-admins.ts';
import { defineJob } from '../platform/jobs/define-job.ts';
import type { Platform } from '../platform/platform.ts';
import { notifyPartner } from './notify-partner.ts';

interface Application {
  partnerId: string;
  email: string;
  ipAddress: string;
}

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>;

export const announceApplicationJob = defineJob('announce-partner-application', {}, announceApplication);

async function announceApplication(platform: Deps, application: Application): Promise<void> {
  const { partnerId, ipAddress } = application;
  await platform.db.transaction().execute(async (trx) => {
    const partner = await trx
      .selectFrom('partners')
      .select(['id', 'email', 'companyName', 'city'])
      .where('id', '=', partnerId)
      .executeTakeFirst();
    if (!partner) return mailAboutRepetition(trx, platform, application);
    const deduplicationKey = `partner-application:${partnerId}`;
    await recordActivity(trx, platform, {
      userId: null,
      action: 'apply-as-partner',
      entityType: 'partner',
      entityId: partnerId,
      description: `${partner.companyName} pediu para ser parceira.`,
      deduplicationKey,
      ipAddress,
    });
    await notifyPartner(trx, platform, partner, 'pending');
    await notifyAdmins(trx, platform, {
      type: 'info',
      title: 'Um parceiro espera a sua resposta',
      message: `${partner.companyName}, de ${partner.city}, pediu para ser parceira.`,
      data: { href: '/admin/partners?filtro=pending' },
      deduplicationKey,
    });
  });
}

async function mailAboutRepetition(
  trx: Transaction<DB>,
  platform: Deps,
  { partnerId, email }: Application,
): Promise<void> {
  if (!(await spendUnconfirmedMail(trx, platform.clock, 'partner-application', { email, owner: null })))
    return;
  await enqueueCommissionMail(trx, platform, {
    key: `partner-application-again:${partnerId}`,
    to: email,
    heading: 'Este e-mail já tem um cadastro de parceiro',
    paragraphs: [
      'Olá!',
      'Recebemos mais um pedido de parceria com este e-mail. O cadastro que já existe continua como está, e nada mudou nele.',
      'Se não foi você que pediu, ignore esta mensagem.',
    ],
    facts: [],
    button: { label: 'Falar com o suporte', path: '/suporte' },
  });
}
