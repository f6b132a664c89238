import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { pageNumber } from '../list-page.ts';
import { pickErrors } from '../errors.ts';
import { drawAudit } from './draw-audit.ts';
import { winner } from './winners.ts';

/** The first event is sent at once, because the draw may have changed before. */
export const liveDrawEvent = z.object({
  kind: z.literal('changed'),
  /** The audit data after the change; absent if the page has to read them. */
  audit: drawAudit.optional(),
});
export type LiveDrawEvent = z.infer<typeof liveDrawEvent>;

export const draws = {
  winners: oc
    .route({ method: 'GET', path: '/winners', summary: 'List winners, latest draw first' })
    .input(z.object({ page: pageNumber }))
    .output(z.object({ winners: z.array(winner), pages: z.int() })),
  audit: oc
    .route({
      method: 'GET',
      path: '/draws/{rifaId}',
      summary: 'Read the audit data of a draw',
    })
    .input(z.object({ rifaId: z.string() }))
    .output(drawAudit)
    .errors(pickErrors('NOT_FOUND')),
  watch: oc
    .route({
      method: 'POST',
      path: '/draws/{rifaId}/audience',
      summary: 'Tell that a page shows a draw, and count the people who watch it',
    })
    .input(
      z.object({
        rifaId: z.uuid(),
        /** Random name of the open page. */
        viewer: z.uuid(),
      }),
    )
    .output(z.object({ watching: z.int() }))
    .errors(pickErrors('NOT_FOUND', 'TOO_MANY_REQUESTS')),
  live: oc
    .route({
      method: 'GET',
      path: '/draws/{rifaId}/live',
      summary: 'Stream the changes of a draw (event stream), with its audit data if they are short',
    })
    .input(z.object({ rifaId: z.uuid() }))
    .output(eventIterator(liveDrawEvent))
    .errors(pickErrors('NOT_FOUND', 'TOO_MANY_REQUESTS')),
};
