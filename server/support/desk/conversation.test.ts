import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addBuyer, addOrderRow, addRifa } from '../../orders/orders.testing.ts';
import { createDeskTestbed, type DeskTestbed, HOUR, MONDAY } from './desk.testing.ts';

let bed: DeskTestbed;
beforeAll(async () => {
  bed = await createDeskTestbed();
});
afterAll(() => bed.stop());
beforeEach(() => bed.begin());

async function photo(name = 'comprovante.png'): Promise<File> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' });
}

const orderOf = async (userId: string) =>
  addOrderRow(bed.db, { userId, rifaId: await addRifa(bed.db, 100), holdExpiresAt: MONDAY });

test('sends photos in both directions, visible to both sides only', async () => {
  const { id } = await bed.openTicket();
  const { replies } = await bed.author().attach({ id, file: await photo('meu\u202egnp.exe.png') });
  expect(replies).toMatchObject([
    { message: '', fromDesk: false, file: { name: 'meugnp.exe.png', type: 'image/jpeg' } },
  ]);
  const answered = await bed.desk().attach({ id, file: await photo() });
  expect(answered).toMatchObject({ awaitingAnswer: false, replies: [{}, { fromDesk: true }] });
  const [sent, received] = (await bed.author().thread({ id })).replies;
  const file = await bed.author().file({ id, replyId: received!.id });
  expect((await sharp(Buffer.from(file.base64, 'base64')).metadata()).format).toBe('jpeg');
  expect((await bed.desk().file({ id, replyId: sent!.id })).type).toBe('image/jpeg');

  const stranger = bed.author(await addBuyer(bed.db));
  const other = await stranger.openTicket({ subject: 'Meu', message: 'Oi' });
  for (const ticket of [id, other.id])
    await expect(stranger.file({ id: ticket, replyId: sent!.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  await expect(stranger.attach({ id, file: await photo() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(stranger.markRead({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await bed.mails()).map(({ text }) => text).join()).toContain('Enviamos um arquivo');
});

test('rejects a file that is neither a photo nor a harmless PDF', async () => {
  const { id } = await bed.openTicket();
  const script = new File(['%PDF-1.7\n1 0 obj<</JavaScript 1>>endobj\nstartxref\n9\n%%EOF'], 'conta.pdf');
  await expect(bed.author().attach({ id, file: script })).rejects.toMatchObject({ code: 'PDF_REJECTED' });
  await expect(bed.author().attach({ id, file: new File(['<html>'], 'x.png') })).rejects.toMatchObject({
    code: 'PICTURE_UNREADABLE',
  });
  expect((await bed.author().thread({ id })).replies).toEqual([]);
});

test('answers a visitor without files, because mail has none', async () => {
  await bed.author(null).sendMessage({
    name: 'Bia',
    email: 'bia@exemplo.com.br',
    subject: 'outro',
    message: 'Oi',
  });
  const [{ id } = { id: '' }] = (await bed.desk().queue({})).tickets;
  await expect(bed.desk().attach({ id, file: await photo() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('links a ticket only to an order of its author', async () => {
  const order = await orderOf(bed.ana);
  const about = { subject: 'Pix', message: 'Oi', orderReference: order.externalReference };
  const { id } = await bed.author().openTicket(about);
  const expected = { id: order.id, externalReference: order.externalReference };
  expect((await bed.author().thread({ id })).order).toMatchObject(expected);
  expect((await bed.desk().ticket({ id })).order).toMatchObject(expected);
  const stranger = bed.author(await addBuyer(bed.db));
  await expect(stranger.openTicket(about)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('lets the desk write first about an order and wait for the reply', async () => {
  const order = await orderOf(bed.ana);
  const first = { userId: bed.ana, orderId: order.id, subject: 'Seu pedido', message: 'Falta o CEP.' };
  const { id, ...opened } = await bed.desk().open(first);
  expect(opened).toMatchObject({
    awaitingAnswer: false,
    overdue: false,
    fromDesk: true,
    assignee: { id: bed.rui },
    order: { id: order.id },
  });
  expect(await bed.author().thread({ id })).toMatchObject({ fromDesk: true, message: 'Falta o CEP.' });
  expect(await bed.notificationsOf(bed.ana)).toEqual(['O suporte escreveu para você']);
  const [mail] = await bed.mails();
  expect(mail).toMatchObject({ to: 'ana@exemplo.com.br' });
  expect(mail!.text).toContain('Falta o CEP.');

  bed.now = new Date(MONDAY.getTime() + HOUR);
  await bed.author().reply({ id, message: '57000-000' });
  const due = (hours: number) => new Date(bed.now.getTime() + hours * HOUR).toISOString();
  expect(await bed.desk().setPriority({ id, priority: 'high' })).toMatchObject({
    awaitingAnswer: true,
    slaResponseDue: due(1),
  });
  const foreign = { ...first, userId: await addBuyer(bed.db) };
  await expect(bed.desk().open(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('shows each side when the other has read', async () => {
  const { id } = await bed.openTicket();
  expect((await bed.author().thread({ id })).deskReadAt).toBeNull();
  await bed.desk().markRead({ id });
  expect((await bed.author().thread({ id })).deskReadAt).toBe(bed.now.toISOString());
  expect((await bed.desk().ticket({ id })).authorReadAt).toBeNull();
  await bed.author().markRead({ id });
  expect((await bed.desk().ticket({ id })).authorReadAt).toBe(bed.now.toISOString());
});

test('merges two tickets of one person into one conversation', async () => {
  const { id: fromId } = await bed.openTicket('Pix de novo', 'urgent');
  bed.now = new Date(MONDAY.getTime() + 30_000);
  await bed.author().reply({ id: fromId, message: 'Alguém aí?' });
  await bed.desk().addNote({ id: fromId, note: 'Ligou também.' });
  bed.now = new Date(MONDAY.getTime() + 60_000);
  const { id } = await bed.openTicket('Pix em dobro');
  await bed.desk().answer({ id, message: 'Vamos ver.' });
  expect((await bed.desk().ticket({ id })).otherTickets).toMatchObject([{ id: fromId }]);
  const merged = await bed.desk().merge({ id, fromId });
  expect(merged).toMatchObject({
    awaitingAnswer: true,
    slaResponseDue: new Date(MONDAY.getTime() + HOUR / 2).toISOString(),
    notes: [{ note: 'Ligou também.' }],
    otherTickets: [],
    replies: [
      { message: 'Pix de novo\n\nPaguei duas vezes.', fromDesk: false },
      { message: 'Alguém aí?' },
      { message: 'Vamos ver.', fromDesk: true },
    ],
  });
  expect(await bed.desk().ticket({ id: fromId })).toMatchObject({
    status: 'closed',
    closedUnresolved: true,
    mergedInto: id,
  });
  // An old link opens the conversation, and a reply from a page opened before the merge is added to it.
  expect(await bed.author().thread({ id: fromId })).toMatchObject({ id });
  expect((await bed.author().myTickets()).map((ticket) => ticket.id)).toEqual([id]);
  // A merged ticket does not count as resolved.
  expect(await bed.desk().metrics({})).toMatchObject({ resolved: 0, medianResolutionMinutes: null });
  const replied = await bed.author().reply({ id: fromId, message: 'E agora?' });
  expect(replied).toMatchObject({ id });
  expect(replied.replies.at(-1)).toMatchObject({ message: 'E agora?' });
  await expect(bed.desk().merge({ id, fromId })).rejects.toMatchObject({ code: 'TICKET_CHANGED' });
  // The author would not see messages of the desk there.
  const reopened = bed.desk().setStatus({ id: fromId, status: 'in_progress' });
  await expect(reopened).rejects.toMatchObject({ code: 'TICKET_CHANGED' });
  for (const assigneeId of [bed.rui, null])
    await expect(bed.desk().assign({ id: fromId, assigneeId })).rejects.toMatchObject({
      code: 'TICKET_CHANGED',
    });
  // A page opened before the merge may still offer the rating.
  await expect(bed.author().rate({ id: fromId, rating: 5 })).rejects.toMatchObject({
    code: 'TICKET_CHANGED',
  });
  expect(await bed.desk().ticket({ id: fromId })).toMatchObject({ status: 'closed', mergedInto: id });
});

test('never merges tickets of two people, nor one into itself', async () => {
  const { id } = await bed.openTicket();
  const other = await bed.author(await addBuyer(bed.db)).openTicket({ subject: 'Outro', message: 'Oi' });
  for (const fromId of [other.id, id])
    await expect(bed.desk().merge({ id, fromId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('leaves one ticket with all messages after merges in opposite directions', async () => {
  const { id: one } = await bed.openTicket('um');
  const { id: two } = await bed.openTicket('dois');
  const merges = await Promise.allSettled([
    bed.desk().merge({ id: one, fromId: two }),
    bed.desk().merge({ id: two, fromId: one }),
  ]);
  expect(merges.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await bed.author().myTickets()).toHaveLength(1);
});

test('shares quick replies within the team', async () => {
  const id = crypto.randomUUID();
  await bed.desk().saveQuickReply({ id, title: 'Pix', body: 'Oi, {nome}!' });
  await bed.desk(bed.eva, 'admin').saveQuickReply({ id, title: 'Pix', body: 'Olá, {nome}!' });
  expect(await bed.desk().quickReplies()).toEqual([{ id, title: 'Pix', body: 'Olá, {nome}!', acts: {} }]);
  expect(await bed.desk().deleteQuickReply({ id })).toEqual([]);
  await expect(bed.desk().deleteQuickReply({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
