/** A mailbox in place of the mail server, and what a campaign says. */
import type { EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import type { Mail } from '../platform/messages/mail.ts';

export function newMailbox() {
  const sent: Mail[] = [];
  return {
    sent,
    mailer: {
      send: async (mail: Mail) => {
        sent.push(mail);
      },
    },
  };
}

export const CAMPAIGN: EditedCampaign = {
  name: 'Rifa nova',
  subject: 'Tem rifa nova, {nome}!',
  body: 'Oi, {nome}.\n\nChegou a **Moto 0 km**.',
  buttonLabel: 'Ver a rifa',
  buttonPath: '/ranking',
  kind: 'marketing',
  segments: ['vip'],
  perMinute: 600,
};
