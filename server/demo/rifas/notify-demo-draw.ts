import { deliverNews } from '../../draws/news/deliver-draw-news.job.ts';
import { notifyWinnersJob } from '../../draws/prizes/news/notify-winners.job.ts';
import type { Platform } from '../../platform/platform.ts';

/** Writes the notifications of a demo rifa's draw so far, dated in the past. Their mails count as sent. */
export async function notifyDemoParticipants(then: Platform, rifaId: string): Promise<void> {
  await deliverNews(then, rifaId, 'notifications');
  await then.db
    .updateTable('drawNews')
    .set({ mailedAt: then.clock.now() })
    .where('rifaId', '=', rifaId)
    .where('mailedAt', 'is', null)
    .execute();
}

/** Notifies the winners of a demo draw. */
export async function notifyDemoWinners(then: Platform, rifaId: string): Promise<void> {
  await notifyWinnersJob.handle(then, { rifaId });
  await then.db
    .updateTable('outbox')
    .set({ state: 'sent', settledAt: then.clock.now(), content: null })
    .where('topic', '=', 'prize')
    .where('state', '=', 'waiting')
    .execute();
}
