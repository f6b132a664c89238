/** A ticket in the words that people read. */
import type { TicketPriority, TicketStatus } from '@mare/contract/support/support.ts';
import type { BadgeTone } from '../../ui/data-display/badge.tsx';

interface Word {
  label: string;
  tone: BadgeTone;
}

/** For its author, who only cares whether it is done (spec: community, section 2). */
export const authorStatuses: Record<TicketStatus, Word> = {
  open: { label: 'Aberto', tone: 'sea' },
  in_progress: { label: 'Em Andamento', tone: 'warning' },
  escalated: { label: 'Em Andamento', tone: 'warning' },
  resolved: { label: 'Resolvido', tone: 'success' },
  closed: { label: 'Resolvido', tone: 'success' },
};

/** For the desk, which tells them all apart. */
export const deskStatuses: Record<TicketStatus, Word> = {
  ...authorStatuses,
  escalated: { label: 'Escalado', tone: 'coral' },
  closed: { label: 'Encerrado', tone: 'neutral' },
};

export const priorities: Record<TicketPriority, Word> = {
  low: { label: 'Baixa', tone: 'neutral' },
  normal: { label: 'Normal', tone: 'neutral' },
  high: { label: 'Alta', tone: 'warning' },
  urgent: { label: 'Urgente', tone: 'danger' },
};

export const priorityLabels: Record<TicketPriority, string> = {
  low: priorities.low.label,
  normal: priorities.normal.label,
  high: priorities.high.label,
  urgent: priorities.urgent.label,
};
