/** Labels of a macro's actions. */
import type { DeskTicket } from '@mare/contract/support/desk-tickets.ts';
import {
  type ActedTicket,
  hasActs,
  isOneAgent,
  planActs,
  type TicketAct,
  type TicketActs,
} from '@mare/domain/support/macro.ts';
import { TICKET_CATEGORIES } from '@mare/domain/support/ticket-category.ts';
import { TICKET_STATES } from '@mare/domain/support/ticket-state.ts';
import { priorityLabels } from '../../tickets/ticket-labels.ts';

type Staff = readonly { id: string; name: string }[];

export const ACT_LABELS: Record<TicketAct, string> = {
  status: 'Situação',
  priority: 'Prioridade',
  category: 'Assunto',
  assignee: 'Responsável',
  addTags: 'Etiquetas',
  removeTags: 'Tirar etiquetas',
};

const FORMER_AGENT = 'alguém que não atende mais';

/** Summary of a macro for lists: 'Situação: Resolvido · Prioridade: Alta'. */
export function describeActs(acts: TicketActs, staff: Staff): string {
  return actsOf(acts)
    .map((act) => `${ACT_LABELS[act]}: ${valueOf(act, acts, staff)}`)
    .join(' · ');
}

function actsOf(acts: TicketActs): TicketAct[] {
  return (Object.keys(ACT_LABELS) as TicketAct[]).filter((act) => hasActs({ [act]: acts[act] }));
}

function valueOf(act: TicketAct, acts: TicketActs, staff: Staff): string {
  if (act === 'status') return TICKET_STATES[acts.status!].label;
  if (act === 'priority') return priorityLabels[acts.priority!];
  if (act === 'category') return TICKET_CATEGORIES[acts.category!];
  if (act === 'addTags') return acts.addTags!.join(', ');
  if (act === 'removeTags') return acts.removeTags!.join(', ');
  if (acts.assignee === 'me') return 'quem usar a macro';
  if (acts.assignee === 'nobody') return 'ninguém';
  return staff.find(({ id }) => id === acts.assignee)?.name ?? FORMER_AGENT;
}

export interface PreviewedAct {
  act: TicketAct;
  label: string;
  text: string;
  /** Not possible: the message is sent without it. */
  isBlocked: boolean;
}

interface PreviewOptions {
  agentId: string;
  isAnswering: boolean;
  staff: Staff;
}

/** Changes that the macro would make to this ticket. */
export function previewActs(ticket: DeskTicket, acts: TicketActs, by: PreviewOptions): PreviewedAct[] {
  const before = toActed(ticket);
  const plan = planActs(before, acts, by);
  return actsOf(acts).map((act) => {
    const preview = { act, label: ACT_LABELS[act] };
    if (act === 'assignee' && isOneAgent(acts.assignee) && !by.staff.some(({ id }) => id === acts.assignee))
      return {
        ...preview,
        text: `era de ${FORMER_AGENT}. Tire esta parte ou edite a macro`,
        isBlocked: true,
      };
    if (
      !plan.ok &&
      ((plan.problem === 'TAGS' && act === 'addTags') || (plan.problem === 'STATUS' && act === 'status'))
    )
      return {
        ...preview,
        text:
          act === 'addTags'
            ? 'o ticket já tem dez'
            : `de ${TICKET_STATES[ticket.status].label} não dá para ir a ${TICKET_STATES[acts.status!].label}`,
        isBlocked: true,
      };
    const after = act === 'assignee' && acts.assignee === 'me' ? 'você' : valueOf(act, acts, by.staff);
    const now = shownNow(act, ticket);
    return {
      ...preview,
      text:
        now === null
          ? after
          : plan.ok && isSame(act, before, plan.after)
            ? `já é ${after}`
            : `${now} → ${after}`,
      isBlocked: false,
    };
  });
}

/** The value before; null for tags. */
function shownNow(act: TicketAct, ticket: DeskTicket): string | null {
  if (act === 'status') return TICKET_STATES[ticket.status].label;
  if (act === 'priority') return priorityLabels[ticket.priority];
  if (act === 'category') return TICKET_CATEGORIES[ticket.category];
  if (act === 'assignee') return ticket.assignee?.name ?? 'ninguém';
  return null;
}

function isSame(act: TicketAct, before: ActedTicket, after: ActedTicket): boolean {
  if (act === 'assignee') return before.assigneeId === after.assigneeId;
  return act in before && before[act as keyof ActedTicket] === after[act as keyof ActedTicket];
}

function toActed({ status, priority, category, assignee, tags }: DeskTicket): ActedTicket {
  return { status, priority, category, assigneeId: assignee?.id ?? null, tags };
}
