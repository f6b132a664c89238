/** The words that a spreadsheet shows for what is kept as a code. */
import type { Segment } from '@mare/contract/admin/people-admin.ts';
import type { PartnerStatus, VoucherStatus } from '@mare/contract/partners/partners.ts';
import type { TicketPriority, TicketStatus } from '@mare/contract/support/support.ts';
import type { CampaignStatus } from '@mare/domain/campaigns/campaign-state.ts';
import { ORDER_STATES } from '@mare/domain/orders/order-state.ts';
import type { PeriodKind } from '@mare/domain/ranking/periods.ts';
import type { RifaStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';

export type Words = Record<string, string>;

export const ORDER_WORDS: Words = Object.fromEntries(
  Object.entries(ORDER_STATES).map(([state, { label }]) => [state, label]),
);

export const PERIOD_WORDS = { day: 'Dia', week: 'Semana', month: 'Mês' } satisfies Record<PeriodKind, string>;

export const SEGMENT_WORDS = {
  new: 'Novo',
  casual: 'Casual',
  regular: 'Regular',
  vip: 'VIP',
  at_risk: 'Em risco',
} satisfies Record<Segment, string>;

export const RIFA_WORDS = {
  draft: 'Rascunho',
  scheduled: 'Agendada',
  active: 'Ativa',
  closed: 'Aguardando sorteio',
  completed: 'Sorteada',
  cancelled: 'Cancelada',
} satisfies Record<RifaStatus, string>;

export const AFFILIATE_WORDS: Words = { active: 'Ativo', suspended: 'Suspenso' };

export const PARTNER_WORDS = {
  pending: 'Em análise',
  active: 'Ativo',
  inactive: 'Pausado',
  rejected: 'Recusado',
} satisfies Record<PartnerStatus, string>;

export const CAMPAIGN_WORDS = {
  draft: 'Rascunho',
  scheduled: 'Agendada',
  sending: 'Enviando',
  paused: 'Pausada',
  sent: 'Enviada',
  cancelled: 'Cancelada',
} satisfies Record<CampaignStatus, string>;

export const TICKET_WORDS = {
  open: 'Aberto',
  in_progress: 'Em Andamento',
  escalated: 'Escalado',
  resolved: 'Resolvido',
  closed: 'Encerrado',
} satisfies Record<TicketStatus, string>;

export const PRIORITY_WORDS = {
  low: 'Baixa',
  normal: 'Normal',
  high: 'Alta',
  urgent: 'Urgente',
} satisfies Record<TicketPriority, string>;

export const VOUCHER_WORDS = {
  pending: 'Pendente',
  validated: 'Validado',
  expired: 'Expirado',
} satisfies Record<VoucherStatus, string>;
