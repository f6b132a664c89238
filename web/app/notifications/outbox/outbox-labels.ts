import type { MessageChannel, MessageState, MessageTopic } from '@mare/domain/notifications/outbox.ts';
import type { OutboxMessage } from '@mare/contract/notifications/outbox-admin.ts';
import { formatDateTime, formatInteger } from '../../format.ts';
import type { BadgeTone } from '../../ui/data-display/badge.tsx';

export const stateBadges: Record<MessageState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Na fila', tone: 'neutral' },
  sent: { label: 'Enviada', tone: 'success' },
  skipped: { label: 'Dispensada', tone: 'neutral' },
  rejected: { label: 'Endereço recusado', tone: 'warning' },
  parked: { label: 'Parada', tone: 'danger' },
};

const channelLabels: Record<MessageChannel, string> = {
  mail: 'E-mail',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  push: 'Aviso no navegador',
};

const topicLabels: Record<MessageTopic, string> = {
  access: 'código ou segurança',
  order: 'pedido',
  prize: 'prêmio',
  gift: 'presente',
  support: 'atendimento',
  commission: 'comissão ou parceria',
  opening: 'abertura de vendas',
  draw: 'sorteio',
  newsletter: 'newsletter',
  campaign: 'campanha',
};

export function titleOf({ channel, topic, recipient }: OutboxMessage): string {
  const to = recipient && ` para ${recipient}`;
  return `${channelLabels[channel]} de ${topicLabels[topic]}${to}`;
}

/** Describes the state of the message in a sentence. */
export function historyOf({ state, attempts, createdAt, dueAt, settledAt }: OutboxMessage): string {
  const written = `Escrita em ${formatDateTime(createdAt)}.`;
  const tries = `${formatInteger(attempts)} ${attempts === 1 ? 'tentativa' : 'tentativas'}`;
  const ended = settledAt ? formatDateTime(settledAt) : '';
  switch (state) {
    case 'waiting':
      return attempts === 0
        ? `${written} Sai em instantes.`
        : `${written} ${tries} até agora; a próxima é em ${formatDateTime(dueAt)}.`;
    case 'sent':
      return `${written} Enviada em ${ended}.`;
    case 'skipped':
      return `${written} Não foi enviada: faltava o endereço, a pessoa não quer receber, já eram muitas para um endereço não confirmado, ou o prazo passou.`;
    case 'rejected':
      return `${written} O endereço não existe ou não aceita mensagens.`;
    case 'parked':
      return `${written} Parou em ${ended}, depois de ${tries}.`;
  }
}
