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

async function queueBoostedCampaign() {
  await bed.addReaders(1);
  const rifaId = await bed.rifa();
  const id = await bed.startCampaign();
  await bed.db.updateTable('emailCampaigns').set({ boostedRifaId: rifaId }).where('id', '=', id).execute();
  await queueDueMails(bed.platform);
  const { sent, mailer } = newMailbox();
  const changeRifa = (changes: { status?: string; pausedAt?: Date | null; pauseReason?: string | null }) =>
    bed.db.updateTable('rifas').set(changes).where('id', '=', rifaId).execute();
  return { sent, change: changeRifa, send: () => sendDueMails({ ...bed.platform, mailer }) };
}

test.each(['closed', 'cancelled'])('drops the announcement of a rifa that is %s by now', async (status) => {
  const { sent, change: changeRifa, send } = await queueBoostedCampaign();
  await changeRifa({ status });
  await send();
  expect(sent).toEqual([]);
});

test('delays the announcement of a rifa while its sales are paused', async () => {
  const { sent, change, send } = await queueBoostedCampaign();
  await change({ pausedAt: bed.clock.now(), pauseReason: 'Conferência' });
  await send();
  expect(sent).toEqual([]);
  await change({ pausedAt: null, pauseReason: null });
  bed.clock.advance(61);
  await send();
  expect(sent).toHaveLength(1);
});
