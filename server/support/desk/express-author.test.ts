/** Tickets of accounts without a password, whose e-mail address is only stated. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addBuyer, addExpressAccount } from '../../orders/orders.testing.ts';
import { createMailDelivery, raw, SECRETS } from '../inbound/inbound-mail.testing.ts';
import { createDeskTestbed, type DeskTestbed, MONDAY } from './desk.testing.ts';

let bed: DeskTestbed;
beforeAll(async () => {
  bed = await createDeskTestbed();
  const mailReplies = { address: 'suporte@entrada.example', secrets: SECRETS };
  bed.platform.config = { ...bed.platform.config, mailReplies };
});
afterAll(() => bed.stop());
beforeEach(() => bed.begin());

async function addExpressAuthor(email: string, totalOrders: number): Promise<string> {
  const userId = await addExpressAccount(bed.db, email, MONDAY);
  await bed.db.updateTable('profiles').set({ totalOrders }).where('id', '=', userId).execute();
  return userId;
}

const openTicket = (userId: string) => bed.author(userId).openTicket({ subject: 'Pix', message: 'Caiu?' });

test('mails the buyer of an express account at the stated address, and takes the reply', async () => {
  const { id } = await openTicket(await addExpressAuthor('bia@exemplo.com.br', 1));
  expect(await bed.desk().ticket({ id })).toMatchObject({ requesterEmail: 'bia@exemplo.com.br' });
  expect((await bed.desk().queue({ search: 'bia@exemplo' })).tickets).toMatchObject([{ id }]);
  await bed.desk().answer({ id, message: 'Caiu, sim.' });
  const [opened, answered] = await bed.mails();
  expect(opened).toMatchObject({ to: 'bia@exemplo.com.br', subject: 'Recebemos seu ticket · {loja}' });
  expect(answered).toMatchObject({ to: 'bia@exemplo.com.br', subject: 'Seu ticket foi respondido · {loja}' });
  const reply = raw({
    from: 'Bia <Bia@exemplo.com.br>',
    to: answered!.headers!['Reply-To']!,
    text: 'Obrigada!',
    messageId: '<1@bia>',
  });
  expect((await createMailDelivery(bed).post(reply)).status).toBe(204);
  expect((await bed.desk().ticket({ id })).replies.at(-1)).toMatchObject({
    fromDesk: false,
    message: 'Obrigada!',
  });
});

test('sends no automatic mail to the stated address before an order is paid', async () => {
  const { id } = await openTicket(await addExpressAuthor('vitima@exemplo.com.br', 0));
  expect(await bed.mails()).toEqual([]);
  await bed.desk().answer({ id, message: 'Oi!' });
  expect(await bed.mails()).toMatchObject([{ to: 'vitima@exemplo.com.br' }]);
});

test('shows the desk that an author has no address', async () => {
  const { id } = await openTicket(await addBuyer(bed.db));
  expect(await bed.desk().ticket({ id })).toMatchObject({ requesterEmail: '' });
  await bed.desk().answer({ id, message: 'Oi!' });
  expect(await bed.mails()).toEqual([]);
});
