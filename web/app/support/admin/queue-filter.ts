/** Filter of the ticket queue, stored in the URL. */
import type { QueueStatus } from '@mare/contract/support/desk-tickets.ts';
import type { TicketPriority } from '@mare/domain/support/response-due.ts';
import { MAX_TAG_LENGTH } from '@mare/domain/support/macro.ts';
import { readPageNumber } from '../../ui/navigation/page-number.ts';

export interface QueueFilter {
  status: QueueStatus;
  priority: TicketPriority | 'all';
  assigned: 'all' | 'mine' | 'nobody';
  /** Empty: any agent or none. */
  tag: string;
  search: string;
  /** 1-based. */
  page: number;
}

const STATUSES: QueueStatus[] = ['active', 'all', 'open', 'in_progress', 'escalated', 'resolved', 'closed'];
const PRIORITIES: QueueFilter['priority'][] = ['all', 'low', 'normal', 'high', 'urgent'];
const ASSIGNED: QueueFilter['assigned'][] = ['all', 'mine', 'nobody'];
const MAX_SEARCH_CHARACTERS = 100;

/** Invalid values fall back to the default. */
export function readQueueFilter(search: URLSearchParams): QueueFilter {
  return {
    status: STATUSES.find((value) => value === search.get('status')) ?? 'active',
    priority: PRIORITIES.find((value) => value === search.get('prioridade')) ?? 'all',
    assigned: ASSIGNED.find((value) => value === search.get('responsavel')) ?? 'all',
    tag: (search.get('etiqueta') ?? '').slice(0, MAX_TAG_LENGTH),
    search: (search.get('busca') ?? '').slice(0, MAX_SEARCH_CHARACTERS),
    page: readPageNumber(search),
  };
}

/** @returns the query string, without default values */
export function writeQueueFilter({ status, priority, assigned, tag, search, page }: QueueFilter): string {
  const chosen = new URLSearchParams();
  if (status !== 'active') chosen.set('status', status);
  if (priority !== 'all') chosen.set('prioridade', priority);
  if (assigned !== 'all') chosen.set('responsavel', assigned);
  if (tag) chosen.set('etiqueta', tag);
  if (search) chosen.set('busca', search);
  if (page > 1) chosen.set('pagina', String(page));
  return chosen.toString();
}
