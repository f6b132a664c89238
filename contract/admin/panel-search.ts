/** One search over orders, people, rifas and tickets. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { trimmedText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

export const panelHit = z.object({
  kind: z.enum(['order', 'person', 'rifa', 'ticket']),
  id: z.uuid(),
  title: z.string(),
  /** State label of an order, or state code of a rifa or ticket. */
  state: z.string().nullable(),
  totalCentavos: z.int().nullable(),
  at: z.iso.datetime(),
});
export type PanelHit = z.infer<typeof panelHit>;

export const panelSearch = oc
  .route({
    method: 'GET',
    path: '/admin/search',
    summary: 'Search orders, people, rifas and tickets, five of each',
  })
  .input(z.object({ search: trimmedText(80).min(2) }))
  .output(z.object({ hits: z.array(panelHit).max(20) }))
  .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN'));
