/** Follow-up mails of an abandoned cart. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type AutomationsTestbed,
  createAutomationsTestbed,
  step,
} from '../../campaigns/automations/automations.testing.ts';
import { sendCartReminders } from './send-cart-reminders.job.ts';
import { trackCart } from './track-cart.ts';

const HOUR = 60;

let bed: AutomationsTestbed;
beforeAll(async () => {
  bed = await createAutomationsTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.reset();
  await bed.setSteps('abandoned_cart', () => [step('Primeira', 0), step('Segunda', 24 * HOUR)]);
});

/** Filters out mails of other automations. */
const keepCartMails = (subjects: string[]) =>
  subjects.filter((subject) => /^(Primeira|Segunda)$/.test(subject));

/** Abandons carts of these rifas and receives the first mail. */
async function abandonCarts(rifaIds: string[]): Promise<string> {
  const userId = await bed.buyer();
  await bed.db
    .updateTable('profiles')
    .set({ email: `${userId}@exemplo.com.br` })
    .where('id', '=', userId)
    .execute();
  await bed.decideConsent(userId, true);
  await trackCart(
    bed.platform,
    userId,
    rifaIds.map((rifaId) => ({ rifaId, quantity: 2 })),
  );
  bed.clock.advance(31 * 60);
  await sendCartReminders(bed.platform);
  expect(keepCartMails(await bed.runWorkers())).toEqual(['Primeira']);
  return userId;
}

test.each([
  ['paused', () => ({ pausedAt: bed.clock.now(), pauseReason: 'Aguarde.' })],
  ['cancelled', () => ({ status: 'cancelled' })],
  ['closed', () => ({ drawDate: bed.clock.now() })],
  ['sold out', () => ({ soldNumbers: 1000 })],
] satisfies [string, () => object][])('end for a cart of a rifa that is %s', async (_, change) => {
  const rifaId = await bed.rifa();
  await abandonCarts([rifaId]);
  await bed.db.updateTable('rifas').set(change()).where('id', '=', rifaId).execute();
  expect(keepCartMails(await bed.runWorkersAfter(24 * HOUR))).toEqual([]);
});

test('stop for an emptied cart and resume for a line that was added again', async () => {
  const rifaId = await bed.rifaWithDraw(90 * 24);
  const [emptied, refilled] = [await abandonCarts([rifaId]), await abandonCarts([rifaId])];
  for (const userId of [emptied, refilled]) await trackCart(bed.platform, userId, []);
  await trackCart(bed.platform, refilled, [{ rifaId, quantity: 2 }]);
  const { rows } = await bed.pool.query<{ userId: string }>(
    'select user_id as "userId" from abandoned_cart_tracking where rifa_id = $1 and taken_out_at is null',
    [rifaId],
  );
  expect(rows).toEqual([{ userId: refilled }]);
  expect(keepCartMails(await bed.runWorkersAfter(24 * HOUR))).toHaveLength(1);
});

test('continue while a rifa of the cart is on sale', async () => {
  const [cancelled, onSale] = [await bed.rifaWithDraw(90 * 24), await bed.rifaWithDraw(90 * 24)];
  await abandonCarts([cancelled, onSale]);
  await bed.db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', cancelled).execute();
  expect(keepCartMails(await bed.runWorkersAfter(24 * HOUR))).toEqual(['Segunda']);
});
