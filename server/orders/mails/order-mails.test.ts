import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeOrder } from '../../payments/attempts/ending/close-order.ts';
import { createPaymentsTestbed, until, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { notifyOrderJob } from '../news/notify-order.job.ts';
import { orderEvents } from '../lifecycle/order-events.ts';
import { onOrderEvents } from '../lifecycle/on-order-events.ts';
import { composeOrderMail, type OrderMailKind } from './order-mails.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { type OrderMailPayload, sendOrderMailJob } from './send-order-mail.job.ts';
import { selectOrder } from '../reading/order.queries.ts';

let bed: PaymentsTestbed;
const sent: Mail[] = [];
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendOrderMailJob, notifyOrderJob]);
});
afterAll(() => bed.close());

const sendMail = async (payload: OrderMailPayload) => {
  await sendOrderMailJob.handle(bed.platform, payload);
  await deliverOutbox({ ...bed.platform, mailer: { send: async (mail) => void sent.push(mail) } });
};

describe('mails about an order', () => {
  test('sends one mail per order event, for any number of job runs', async () => {
    const order = await bed.order('pix');
    await bed.transition(await bed.paymentId(order.externalReference), 'approve');
    await until(async () => (await bed.status(order.id)) === 'paid');
    const onPaid = onOrderEvents().find(({ name }) => name === orderEvents.paid.name)!;
    await onPaid.handle(bed.platform, { orderId: order.id });
    sent.length = 0;
    await Promise.all([1, 2, 3].map(() => sendMail({ orderId: order.id, kind: 'paid' })));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: 'maria@exemplo.com.br' });
    for (const number of order.numbers) {
      expect(sent[0]!.text).toContain(String(number).padStart(4, '0'));
      expect(sent[0]!.html).toContain(`<span class="ticket">${String(number).padStart(4, '0')}</span>`);
    }
    expect(sent[0]!.text).toContain(`/pedido/${order.externalReference}`);
  });

  test('sends no payment reminder for a paid order', async () => {
    const order = await bed.order('pix');
    await closeOrder(bed.context, order.id);
    sent.length = 0;
    await sendMail({ orderId: order.id, kind: 'created' });
    expect(sent).toEqual([]);
  });

  test('sends no confirmation of a refunded payment, and no end of an order that was paid late', async () => {
    const order = await bed.order('pix');
    sent.length = 0;
    for (const [kind, status] of [
      ['paid', 'refunded'],
      ['cancelled', 'paid'],
    ] as const) {
      await bed.db
        .updateTable('orders')
        .set({ status, paidAt: bed.clock.now() })
        .where('id', '=', order.id)
        .execute();
      await sendMail({ orderId: order.id, kind });
    }
    expect(sent).toEqual([]);
  });

  test('sends no payment reminder after the end of the reservation', async () => {
    await bed.pool.query('truncate auth.rate_limits');
    const order = await bed.order('pix');
    await sendOrderMailJob.handle(bed.platform, { orderId: order.id, kind: 'created' });
    sent.length = 0;
    bed.clock.advance(16 * 60);
    await deliverOutbox({ ...bed.platform, mailer: { send: async (mail) => void sent.push(mail) } });
    bed.clock.advance(-16 * 60);
    expect(sent).toEqual([]);
  });

  describe('to an unverified address', () => {
    test('are limited to the first of each kind a day, except about paid orders', async () => {
      await bed.pool.query('truncate auth.rate_limits');
      sent.length = 0;
      for (let count = 0; count < 5; count++) {
        const order = await bed.order('pix');
        await sendMail({ orderId: order.id, kind: 'created' });
        bed.clock.advance(16 * 60);
        await closeOrder(bed.context, order.id);
        await sendMail({ orderId: order.id, kind: 'cancelled' });
      }
      expect(sent.map(({ subject }) => subject)).toEqual([
        'Falta só o pagamento do seu pedido · {loja}',
        'Seu pedido expirou · {loja}',
      ]);
      sent.length = 0;
      for (let count = 0; count < 2; count++)
        await sendMail({ orderId: (await bed.order('pix')).id, kind: 'paid' });
      expect(sent).toHaveLength(2);
      bed.clock.advance(24 * 3600);
      await sendMail({ orderId: (await bed.order('pix')).id, kind: 'created' });
      expect(sent).toHaveLength(3);
    });

    test('do not mention an expired reservation to a buyer who cancelled', async () => {
      await bed.pool.query('truncate auth.rate_limits');
      const order = await bed.order('pix');
      await closeOrder(bed.context, order.id);
      sent.length = 0;
      await sendMail({ orderId: order.id, kind: 'cancelled' });
      expect(sent.map(({ subject }) => subject)).toEqual(['Seu pedido foi cancelado · {loja}']);
    });

    test('are counted once when a job runs again', async () => {
      await bed.pool.query('truncate auth.rate_limits');
      const first = await bed.order('pix');
      sent.length = 0;
      await sendMail({ orderId: first.id, kind: 'created' });
      bed.clock.advance(24 * 3600);
      const second = await bed.order('pix');
      await sendMail({ orderId: first.id, kind: 'created' });
      expect(sent).toHaveLength(1);
      await sendMail({ orderId: second.id, kind: 'created' });
      expect(sent).toHaveLength(2);
    });

    test('are unlimited to a confirmed address', async () => {
      const orders = [await bed.order('pix'), await bed.order('pix'), await bed.order('pix')];
      const { userId } = orders[0]!;
      await bed.db
        .updateTable('auth.users')
        .set({ email: 'maria@exemplo.com.br', emailConfirmedAt: bed.clock.now() })
        .where('id', '=', userId)
        .execute();
      sent.length = 0;
      for (const { id: orderId } of orders) {
        await bed.db.updateTable('orders').set({ userId }).where('id', '=', orderId).execute();
        await sendMail({ orderId, kind: 'created' });
      }
      expect(sent).toHaveLength(3);
    });
  });

  test.each<OrderMailKind>([
    'created',
    'paid',
    'cancelled',
    'refunded',
    'partlyRefunded',
    'disputed',
    'disputeWon',
    'chargedBack',
    'paymentReturned',
  ])('%s has equal text and HTML parts and escapes markup', async (kind) => {
    const { id } = await bed.order('pix');
    const order = await selectOrder(bed.db, { id });
    const recipient = { name: '<b>Maria</b> Silva', email: 'maria@exemplo.com.br' };
    const url = 'https://loja.example/pedido/x';
    const mail = composeOrderMail(kind, { order: order!, recipient, url, reason: 'late' });
    expect(mail.text).toContain(url);
    expect(mail.html).toContain(`href="${url}"`);
    expect(mail.html).toContain('Olá, &lt;b&gt;Maria&lt;/b&gt;!');
    expect(mail.html).not.toContain('<b>');
  });

  test('says why a payment is returned', async () => {
    const { id } = await bed.order('pix');
    const order = (await selectOrder(bed.db, { id }))!;
    const recipient = { name: 'Maria', email: 'maria@exemplo.com.br' };
    const textFor = (reason: string) =>
      composeOrderMail('paymentReturned', { order, recipient, url: 'https://x/', reason }).text;
    expect(textFor('late')).toContain('depois do fim da reserva');
    expect(textFor('reversed')).toContain('O banco desfez a contestação deste pagamento');
    expect(textFor('reversed')).not.toContain('reserva');
  });

  test('lists the discounts', async () => {
    const { id } = await bed.order('pix');
    const order = (await selectOrder(bed.db, { id }))!;
    const discounts = [{ kind: 'coupon' as const, code: 'FEIRA20', amountCentavos: 250 }];
    const recipient = { name: 'Maria', email: 'maria@exemplo.com.br' };
    const { text } = composeOrderMail('paid', {
      order: { ...order, discounts },
      recipient,
      url: 'https://x/',
    });
    expect(text).toMatch(/Cupom FEIRA20: R\$\s2,50 a menos/);
  });
});
