/** The message of a giver in the mail, on the page and in the preview of the link. */
import { randomUUID } from 'node:crypto';
import { call } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { giftsRoutes } from '../../orders/gifts/gifts.routes.ts';
import { sendGiftMailJob } from '../../orders/gifts/send-gift-mail.job.ts';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { giftFacts } from './gift-facts.ts';
import { createSharingRoutes } from './sharing.routes.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendGiftMailJob]);
});
afterAll(() => bed.close());

const clientOf = (userId: string) => ({ context: testContext(bed.platform, { userId }) });
const read = (reference: string) => call(giftsRoutes.gift, { reference }, clientOf(randomUUID()));

async function addOrderToGive(quantity: number) {
  const { externalReference, rifaId, userId, numbers } = await paidOrder(bed, { quantity });
  const give = (input: { numbers?: number[]; number?: number; message?: string }) => {
    const recipient = { recipientName: 'Vó Nina', email: null };
    return call(
      giftsRoutes.giveCotas,
      { externalReference, rifaId, ...recipient, ...input },
      clientOf(userId),
    );
  };
  return { numbers, give };
}

test('shows the rifa with the giver’s message in the preview', async () => {
  const { numbers, give } = await addOrderToGive(2);
  const { reference } = await give({ numbers, message: '  Feliz aniversário, vó! ❤️🎂 ' });
  const gift = await read(reference);
  expect(gift).toMatchObject({ message: 'Feliz aniversário, vó! ❤️🎂' });
  expect(giftFacts(gift)).toMatchObject({
    title: expect.stringMatching(/ deu 2 cotas a você$/) as string,
    lead: '“Feliz aniversário, vó!”',
    price: gift.title,
    image: gift.image,
  });
  const preview = createSharingRoutes(bed.platform);
  const picture = await preview.request(`/og/presentes/${reference}.png`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await preview.request('/og/presentes/nao-existe-este-presente.png')).status).toBe(404);
});

test('invites to accept a gift in a preview without a message', async () => {
  const { numbers, give } = await addOrderToGive(1);
  const lead = 'Vó Nina, é só aceitar. Não custa nada.';
  const { reference } = await give({ numbers, message: ' ' });
  const gift = await read(reference);
  expect(gift.message).toBeNull();
  expect(giftFacts(gift)).toMatchObject({ lead });
  expect(giftFacts({ ...gift, message: '🎂' })).toMatchObject({ lead });
});

test('neither invites to accept a claimed or ended gift nor announces a draw that will not be', async () => {
  const { numbers, give } = await addOrderToGive(1);
  const { reference } = await give({ numbers });
  const gift = await read(reference);
  const claimed = giftFacts({ ...gift, state: 'claimed', rifaStatus: 'completed' });
  expect(claimed).toMatchObject({
    lead: 'Este presente já foi aceito.',
    progress: expect.stringMatching(/^Sorteada em /) as string,
  });
  const ended = giftFacts({ ...gift, state: 'over', rifaStatus: 'cancelled', message: 'Boa sorte!' });
  expect(ended).toMatchObject({
    title: `Um presente de ${gift.giver}`,
    lead: 'Este presente não pode mais ser aceito.',
    progress: 'A rifa foi cancelada',
  });
});

test('sends the message by mail, and rejects links in it', async () => {
  const { numbers, give } = await addOrderToGive(1);
  await expect(give({ numbers, message: 'Ganhe mais em golpe.com/pix' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  const { reference } = await give({ numbers, message: 'Te amo, vó.' });
  const sent: Mail[] = [];
  const deps = { ...bed.platform, mailer: { send: async (mail: Mail) => void sent.push(mail) } };
  await sendGiftMailJob.handle(deps, { reference, email: 'nina@exemplo.com.br', giver: 'Maria S.' });
  await deliverOutbox(deps);
  expect(sent[0]!.text).toContain('Maria S. escreveu: “Te amo, vó.”');
});

test('accepts gifts of one cota from pages of an earlier release', async () => {
  const { numbers, give } = await addOrderToGive(2);
  const given = await give({ number: numbers[1]! });
  expect(given).toMatchObject({ number: numbers[1], numbers: [numbers[1]] });
  expect(await read(given.reference)).toMatchObject({ number: numbers[1] });
  await expect(give({})).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
