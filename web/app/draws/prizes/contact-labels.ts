import type { ContactAttempt } from '@mare/contract/draws/prizes.ts';

export const channelLabels: Record<ContactAttempt['channel'], string> = {
  phone: 'telefone',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  email: 'e-mail',
  letter: 'carta',
  in_person: 'visita',
};

export const outcomeLabels: Record<ContactAttempt['outcome'], string> = {
  reached: 'falamos',
  message_left: 'deixamos recado',
  no_answer: 'sem resposta',
  wrong_contact: 'contato errado',
};
