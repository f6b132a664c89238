import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { sendOrderMailJob } from '../../orders/mails/send-order-mail.job.ts';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { readOrder } from './read-order.ts';
import { addOrderNote, correctOrderContact, resendReceipt } from './work-on-order.ts';
import { addOrderNotes, resendReceipts } from './work-on-selection.ts';

let bed: PaymentsTestbed;
let by: { userId: string; ipAddress: null };
const sent: Mail[] = [];
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendOrderMailJob]);
  by = { userId: await bed.buyer(), ipAddress: null };
  await bed.db.updateTable('profiles').set({ name: 'Rita' }).where('id', '=', by.userId).execute();
});
afterAll(() => bed.close());

async function deliver(): Promise<void> {
  sent.length = 0;
  await deliverOutbox({ ...bed.platform, mailer: { send: async (mail) => void sent.push(mail) } });
}

/** Payloads of a job that wait. */
async function waiting(name: string): Promise<never[]> {
  const { rows } = await bed.pool.query('select data from pgboss.job where name = $1 order by created_on', [
    name,
  ]);
  return rows.map((row: { data: unknown }) => row.data) as never[];
}

test('shows money that adds up, and leaves it out for support', async () => {
  const order = await paidOrder(bed);
  const page = (await readOrder(bed.db, order.id, true))!;
  expect(page.lines).toMatchObject([{ quantity: 5, numbers: order.numbers.toSorted((a, b) => a - b) }]);
  expect(page.ledger!.map(({ what }) => what)).toEqual(expect.arrayContaining(['in', 'settle']));
  expect(page.ledger!.reduce((sum, { centavos }) => sum + centavos, 0)).toBe(0);
  expect(page.contact.email).toBe('maria@exemplo.com.br');
  expect(await readOrder(bed.db, order.id, false)).toMatchObject({ ledger: null, webhooks: null });
  expect(await readOrder(bed.db, randomUUID(), true)).toBeNull();
});

test('keeps notes with their author', async () => {
  const order = await paidOrder(bed);
  expect(await addOrderNote(bed.platform, by, { id: order.id, note: 'Ligou hoje' })).toBe(true);
  expect((await readOrder(bed.db, order.id, false))!.notes).toMatchObject([
    { note: 'Ligou hoje', authorName: 'Rita' },
  ]);
  expect(await addOrderNote(bed.platform, by, { id: randomUUID(), note: 'x' })).toBe(false);
});

test('mails a receipt again once per request, and only of a paid order', async () => {
  const order = await paidOrder(bed);
  const requestId = randomUUID();
  for (const request of [requestId, requestId, randomUUID()])
    expect(await resendReceipt(bed.platform, by, { id: order.id, requestId: request })).toEqual({ ok: true });
  const jobs = await waiting('send-order-mail');
  for (const payload of [...jobs, ...jobs])
    if ((payload as { again?: string }).again) await sendOrderMailJob.handle(bed.platform, payload);
  await deliver();
  expect(sent.map(({ to }) => to)).toEqual(['maria@exemplo.com.br', 'maria@exemplo.com.br']);
  expect((await readOrder(bed.db, order.id, false))!.mails.map(({ kind }) => kind)).toEqual([
    'paid_again',
    'paid_again',
  ]);

  const pending = await bed.order('pix', { start: false });
  expect(await resendReceipt(bed.platform, by, { id: pending.id, requestId: randomUUID() })).toEqual({
    ok: false,
    code: 'RECEIPT_UNAVAILABLE',
  });
});

test('works on several orders, and says how many it left out', async () => {
  const [first, second] = [await paidOrder(bed), await paidOrder(bed)];
  const unpaid = await bed.order('pix', { start: false });
  const ids = [first.id, second.id, first.id, unpaid.id, randomUUID()];
  expect(await addOrderNotes(bed.platform, by, { ids, note: 'Feira de sábado' })).toEqual({
    done: 3,
    skipped: 1,
  });
  for (const id of [first.id, unpaid.id])
    expect((await readOrder(bed.db, id, false))!.notes).toMatchObject([{ note: 'Feira de sábado' }]);

  const requestId = randomUUID();
  const resend = () => resendReceipts(bed.platform, by, { ids, requestId });
  expect(await Promise.all([resend(), resend()])).toEqual([
    { done: 2, skipped: 2 },
    { done: 2, skipped: 2 },
  ]);
  for (const payload of await waiting('send-order-mail'))
    if ((payload as { again?: string }).again?.startsWith(requestId))
      await sendOrderMailJob.handle(bed.platform, payload);
  await deliver();
  expect(sent).toHaveLength(2);
  // The hourly limit of one order's receipts holds for a selection too.
  for (let again = 0; again < 3; again++)
    await resendReceipts(bed.platform, by, { ids: [first.id], requestId: randomUUID() });
  expect(await resend()).toEqual({ done: 1, skipped: 3 });
});

test('tells both addresses of a corrected contact, keeps the name, and rejects a second correction of the same', async () => {
  const order = await paidOrder(bed);
  const before = (await readOrder(bed.db, order.id, false))!.contact;
  const correct = (email: string) =>
    correctOrderContact(bed.platform, by, {
      id: order.id,
      before,
      email,
      phone: '82988887777',
      reason: 'Escreveu errado',
    });
  const both = await Promise.all([correct('maria@certo.com.br'), correct('maria@outro.com.br')]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both).toContainEqual({ ok: false, code: 'VERSION_CONFLICT' });

  await deliver();
  const page = (await readOrder(bed.db, order.id, false))!;
  expect(sent.map(({ to }) => to)).toEqual(['maria@exemplo.com.br', page.contact.email]);
  expect(page).toMatchObject({ statedName: 'Maria Silva', contact: { phone: '82988887777' } });
  const log = await bed.db
    .selectFrom('activityLogs')
    .select('details')
    .where('action', '=', 'correct-order-contact')
    .execute();
  expect(log).toMatchObject([{ details: { before, reason: 'Escreveu errado' } }]);
});
