import type { Transaction } from 'kysely';
import type { PartnerStatus } from '@mare/domain/partners/partner-state.ts';
import type { DB } from '@mare/database/schema.ts';
import { enqueueCommissionMail } from '../affiliates/commissions/send-commission-mail.job.ts';
import { sendNotification } from '../notifications/send-notification.ts';
import type { Platform } from '../platform/platform.ts';

interface PartnerMessage {
  type: 'success' | 'info';
  heading: string;
  text: string;
  button: { label: string; path: string };
}

const portal = { label: 'Entrar no portal do parceiro', path: '/parceiro' };
const support = { label: 'Falar com o suporte', path: '/suporte' };

/** New status of a partner, or the end of a pause. */
export type PartnerNews = PartnerStatus | 'resumed';

const MESSAGES: Record<PartnerNews, PartnerMessage> = {
  pending: {
    type: 'info',
    heading: 'Recebemos o seu pedido de parceria',
    text: 'Nossa equipe vai ler com carinho e responder por aqui.',
    button: support,
  },
  active: {
    type: 'success',
    heading: 'O seu cadastro de parceiro foi aprovado',
    text: 'Entre no portal com este e-mail e o telefone do cadastro para validar os vouchers dos ganhadores.',
    button: portal,
  },
  resumed: {
    type: 'success',
    heading: 'O seu acesso de parceiro voltou',
    text: 'Você pode entrar no portal e validar vouchers de novo. Quem tem um voucher com você recebeu um aviso.',
    button: portal,
  },
  inactive: {
    type: 'info',
    heading: 'O seu acesso de parceiro está pausado',
    text: 'Enquanto isso, novos vouchers não chegam para você. O que já ganhou continua seu e será pago: no portal, com este e-mail e o telefone do cadastro, você lê as suas comissões e extratos.',
    button: support,
  },
  rejected: {
    type: 'info',
    heading: 'Sobre o seu pedido de parceria',
    text: 'Desta vez não foi possível aprovar o cadastro. Se algo mudou, você pode pedir de novo quando quiser.',
    button: support,
  },
};

interface NotifiedPartner {
  id: string;
  companyName: string;
  email: string;
}

/** Notifies a partner of a status change: by mail, and on the site if an account has that e-mail. */
export async function notifyPartner(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  { id, companyName, email }: NotifiedPartner,
  news: PartnerNews,
): Promise<void> {
  const { type, heading, text, button } = MESSAGES[news];
  const key = `partner:${id}:${news}:${platform.clock.now().getTime()}`;
  await enqueueCommissionMail(trx, platform, {
    key,
    to: email,
    heading,
    paragraphs: ['Olá!', text],
    facts: [['Empresa', companyName]],
    button,
  });
  const account = await trx.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirst();
  if (!account || news === 'pending') return;
  await sendNotification(trx, platform, {
    userId: account.id,
    type,
    title: heading,
    message: text,
    data: { href: button.path },
    deduplicationKey: key,
  });
}
