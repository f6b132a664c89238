import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { refundRifa } from '../../payments/refunds/cancelled/refund-rifa.ts';
import { messageJobs, readMessages } from '../news/order-messages.testing.ts';
import { line } from '../orders.testing.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare(messageJobs);
});
afterAll(() => bed.close());

async function cancel(rifaId: string, title: string): Promise<void> {
  const cancellation = { cancelReason: 'PRIZE_UNAVAILABLE', cancelNote: 'O prêmio foi roubado.' };
  await bed.db
    .updateTable('rifas')
    .set({ title, status: 'cancelled', ...cancellation })
    .where('id', '=', rifaId)
    .execute();
  await refundRifa(bed.context, rifaId);
  await bed.payments.runDueWork();
}

const WHY =
  'A rifa Patinete foi cancelada. Motivo: O prêmio deixou de estar disponível. O prêmio foi roubado.';

test('names only the cancelled rifa of a partial refund', async () => {
  const [gone, kept] = [await bed.rifa(100), await bed.rifa(100)];
  await bed.db.updateTable('rifas').set({ title: 'Geladeira' }).where('id', '=', kept).execute();
  const lines = [
    { ...line(gone, 3), totalCentavos: 600 },
    { ...line(kept, 2), totalCentavos: 400 },
  ];
  const { id } = await paidOrder(bed, { lines });
  await cancel(gone, 'Patinete');
  const { mail, notification } = await readMessages(bed, 'partlyRefunded', id);
  expect(mail).toContain(WHY);
  expect(mail).toMatch(/Devolvido: R\$\s6,00, de 3 cotas de Patinete/);
  expect(mail).not.toContain('Geladeira');
  expect(notification).toContain(WHY);
});

test('describes only the rest after an earlier partial refund', async () => {
  const [first, last] = [await bed.rifa(100), await bed.rifa(100)];
  const lines = [
    { ...line(first, 3), totalCentavos: 600 },
    { ...line(last, 2), totalCentavos: 400 },
  ];
  const { id } = await paidOrder(bed, { lines });
  await cancel(first, 'Patinete');
  await cancel(last, 'Geladeira');
  const { mail, notification } = await readMessages(bed, 'refunded', id);
  for (const text of [mail, notification]) {
    expect(text).toMatch(/Devolvemos R\$\s4,00/);
    expect(text).toContain('A rifa Geladeira foi cancelada.');
    expect(text).not.toContain('Patinete');
  }
  expect(mail).toMatch(/Cotas: 2\n.*Devolvido: R\$\s4,00/);
  expect(notification).toContain('2 cotas de Geladeira');
});

test('tells an unpaid buyer that the rifa is cancelled, not that numbers are on sale', async () => {
  const [gone, other] = [await bed.rifa(100), await bed.rifa(100)];
  await bed.db.updateTable('rifas').set({ title: 'Geladeira' }).where('id', '=', other).execute();
  const { id } = await bed.order('pix', { lines: [line(gone, 2), line(other, 1)] });
  await cancel(gone, 'Patinete');
  const { mail, notification } = await readMessages(bed, 'cancelled', id);
  for (const text of [mail, notification]) {
    expect(text).toContain(WHY);
    expect(text).toContain('Nada foi cobrado');
    expect(text).not.toMatch(/voltaram|Se ainda quiser participar/);
  }
});

test('shows why the only rifa of an order was cancelled', async () => {
  const rifaId = await bed.rifa(100);
  const { id } = await paidOrder(bed, { lines: [line(rifaId, 3)] });
  await cancel(rifaId, 'Patinete');
  const { mail, notification } = await readMessages(bed, 'refunded', id);
  expect(mail).toContain(WHY);
  expect(notification).toContain(WHY);
});
