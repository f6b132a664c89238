/** Delayed mails, after quiet hours or an outage of the mail server: their content must still be true. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type CampaignsTestbed,
  createCampaignsTestbed,
  newMailbox,
  sendDueMails,
} from './campaigns.testing.ts';
import { queueDueMails } from './messages/send-due-mails.job.ts';

let bed: CampaignsTestbed;
beforeAll(async () => {
  bed = await createCampaignsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

async function queuedBoost() {
  await bed.readers(1);
  const rifaId = await bed.rifa();
  const id = await bed.begin();
  await bed.db.updateTable('emailCampaigns').set({ boostedRifaId: rifaId }).where('id', '=', id).execute();
  await queueDueMails(bed.platform);
  const { sent, mailer } = newMailbox();
  const change = (changes: { status?: string; pausedAt?: Date | null; pauseReason?: string | null }) =>
    bed.db.updateTable('rifas').set(changes).where('id', '=', rifaId).execute();
  return { sent, change, send: () => sendDueMails({ ...bed.platform, mailer }) };
}

test.each(['closed', 'cancelled'])('drops the announcement of a rifa that is %s by now', async (status) => {
  const { sent, change, send } = await queuedBoost();
  await change({ status });
  await send();
  expect(sent).toEqual([]);
});

test('delays the announcement of a rifa while its sales are paused', async () => {
  const { sent, change, send } = await queuedBoost();
  await change({ pausedAt: bed.clock.now(), pauseReason: 'Conferência' });
  await send();
  expect(sent).toEqual([]);
  await change({ pausedAt: null, pauseReason: null });
  bed.clock.advance(61);
  await send();
  expect(sent).toHaveLength(1);
});
