import type { GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { expect, test } from 'vitest';
import {
  completeText,
  disputedOthersText,
  endingText,
  invitation,
  noneFreeText,
  paidPartText,
  pausedText,
  shareLabel,
  previewText,
  progressLabel,
  releasedText,
} from './group-labels.ts';

const group = (states: string[], changed: object = {}) =>
  ({
    name: 'Bolão da praia',
    starter: 'Rita L.',
    state: 'open',
    endReason: null,
    partCentavos: 400,
    rifa: { title: 'Honda Biz', status: 'active' },
    parts: states.map((state) => ({ state })),
    ...changed,
  }) as unknown as GroupPurchase;

test('shows that a part of an ended group still awaits its Pix', () => {
  const ended = { state: 'ended', endReason: 'deadline' };
  expect(endingText(group(['paid', 'ended'], ended))).toBe(
    'O prazo terminou. As partes pagas valem; as outras voltaram à venda.',
  );
  expect(endingText(group(['paid', 'taken', 'ended'], ended))).toBe(
    'O prazo terminou. As partes pagas valem; uma ainda aguarda o Pix, e as outras voltaram à venda.',
  );
  expect(endingText(group(['paid', 'taken', 'taken'], ended))).toBe(
    'O prazo terminou. As partes pagas valem; 2 ainda aguardam o Pix.',
  );
});

test('says that the first part of an ended group was paid late, or counts again', () => {
  const unpaid = { state: 'ended', endReason: 'unpaid' };
  expect(endingText(group(['ended', 'ended'], unpaid))).toContain('A primeira parte não foi paga');
  expect(endingText(group(['paid', 'ended'], unpaid))).toBe(
    'A primeira parte só foi paga depois do prazo: ela vale, e as outras voltaram à venda. Nada foi cobrado dos amigos.',
  );
  expect(endingText(group(['returned', 'ended'], unpaid))).toBe(
    'A primeira parte só foi paga depois do prazo, e as cotas voltaram à venda. Nada foi cobrado dos amigos.',
  );
  const refunded = { state: 'ended', endReason: 'refunded' };
  expect(endingText(group(['returned', 'paid'], refunded))).toContain('foi devolvida');
  expect(endingText(group(['paid', 'paid'], refunded))).toBe(
    'O bolão terminou quando a parte de quem começou foi contestada no banco; depois ela voltou a valer. As partes pagas valem.',
  );
});

test('wishes no luck in a rifa that is cancelled or drawn', () => {
  const complete = group(['paid', 'paid'], { state: 'complete' });
  expect(invitation(complete)).toContain('Boa sorte');
  expect(paidPartText(complete, { numbers: [7, 8], isDisputed: false })).toEqual({
    title: 'A sua parte está paga. Boa sorte!',
    text: 'Ela tem 2 cotas, com estes números.',
  });
  for (const status of ['cancelled', 'completed']) {
    const ended = group(['paid', 'paid'], { state: 'complete', rifa: { title: 'Honda Biz', status } });
    expect(invitation(ended)).toBe('Veja o bolão “Bolão da praia”: Honda Biz.');
    expect(JSON.stringify(paidPartText(ended, { numbers: [7], isDisputed: false }))).not.toMatch(
      /sorte!|Ela tem/,
    );
  }
});

test('explains why no part of an open group can be taken', () => {
  expect(noneFreeText(group(['paid', 'taken', 'free']))).toBeNull();
  expect(noneFreeText(group(['paid', 'taken', 'returned']))).toContain('já foram pegas');
  expect(noneFreeText(group(['paid', 'paid', 'returned']))).toContain('devolvidas');
  expect(noneFreeText(group(['paid', 'paid'], { state: 'complete' }))).toBeNull();
  expect(progressLabel(group(['paid', 'taken', 'returned']))).toBe('Falta 1 parte');
  expect(progressLabel(group(['paid', 'paid', 'returned']))).toBe('Nenhuma parte livre');
  const deadline = { deadline: '2026-03-10T21:30:00Z' };
  expect(invitation(group(['paid', 'free'], deadline))).toMatch(/Pegue a sua:$/);
  expect(invitation(group(['paid', 'taken'], deadline))).not.toContain('Pegue');
});

test('explains the refund of a released part', () => {
  const text = (changed: object) => releasedText(group(['paid', 'ended'], changed), 2);
  expect(text({}).title).toBe('A parte 2 voltou ao bolão.');
  expect(text({ state: 'ended' }).title).toBe('A parte 2 não é mais sua.');
  expect(text({ state: 'ended', rifa: { status: 'cancelled' } }).ifPaid).toBe('o valor é devolvido sozinho.');
});

test('offers no part while the rifa is paused, and explains that reserved ones can be paid', () => {
  const rifa = { title: 'Honda Biz', status: 'paused' };
  const paused = (...states: string[]) => group(states, { rifa, deadline: '2026-11-27T12:00:00Z' });
  expect(previewText(paused('paid', 'free'))).toBe('Honda Biz, com Rita L.');
  expect(invitation(paused('paid', 'free'))).toBe('Veja o bolão “Bolão da praia”: Honda Biz.');
  expect(shareLabel(paused('paid', 'free'))).toBe('Compartilhar o bolão');
  expect(shareLabel(group(['paid', 'free'], { rifa: { ...rifa, status: 'active' } }))).toBe(
    'Chamar os amigos',
  );
  expect(pausedText(paused('paid', 'free'))).toMatch(/o prazo continua correndo\.$/);
  expect(pausedText(paused('taken', 'free'))).toMatch(/A parte já pega ainda pode ser paga\.$/);
  expect(pausedText(paused('taken', 'taken'))).toMatch(/As partes já pegas ainda podem ser pagas\.$/);
});

test('invites in the preview of the link only while a part is free', () => {
  const invitationPattern = /Cada parte sai por R\$\s4,00, por Pix\. Pegue a sua\.$/;
  expect(previewText(group(['paid', 'free']))).toMatch(invitationPattern);
  expect(previewText(group(['taken', 'free'], { state: 'starting' }))).toMatch(/por Pix\.$/);
  expect(previewText(group(['paid', 'taken']))).toBe('Honda Biz, com Rita L.');
  expect(previewText(group(['paid', 'ended'], { state: 'ended', endReason: 'starter' }))).not.toMatch(
    invitationPattern,
  );
  expect(previewText(group(['paid', 'paid'], { state: 'complete' }))).not.toMatch(invitationPattern);
  expect(previewText(group(['paid', 'free'], { rifa: { title: 'Honda Biz', status: 'cancelled' } }))).toBe(
    'Honda Biz, com Rita L. A rifa foi cancelada.',
  );
});

test.each(['closed', 'completed', 'cancelled'])('invites to no part of a rifa that is %s', (status) => {
  const notOnSale = group(['paid', 'free'], {
    rifa: { title: 'Honda Biz', status },
    deadline: '2026-11-27T12:00:00Z',
  });
  expect(previewText(notOnSale)).not.toContain('por Pix');
  expect(shareLabel(notOnSale)).toBe('Compartilhar o bolão');
  expect(invitation(notOnSale)).not.toContain('Pegue');
});

test('shows the later refund of a part of a complete group', () => {
  const complete = (states: string[], status = 'active') =>
    completeText(group(states, { state: 'complete', rifa: { title: 'Honda Biz', status } }));
  expect(complete(['paid', 'paid'])).toBe('Todas as partes estão pagas. Boa sorte para todo mundo!');
  expect(complete(['paid', 'returned'])).toBe('Todas as partes foram pagas; uma foi devolvida depois.');
  expect(complete(['paid', 'returned', 'returned'], 'completed')).toBe(
    'Todas as partes foram pagas; 2 foram devolvidas depois. O sorteio já aconteceu.',
  );
  expect(complete(['paid', 'paid'], 'completed')).toBe(
    'Todas as partes foram pagas, e o sorteio já aconteceu.',
  );
});

test('calls neither the returned part of a starter cancelled nor the group void', () => {
  const ended = { state: 'ended', endReason: 'refunded' };
  expect(endingText(group(['returned', 'paid', 'ended'], ended))).toBe(
    'A parte de quem começou foi devolvida, e com ela o bolão terminou. As partes pagas valem; as outras voltaram à venda.',
  );
  expect(endingText(group(['returned', 'ended'], ended))).toMatch(/terminou\. As cotas voltaram à venda\.$/);
});

test('tells the buyer of a disputed part what it means, and others only that there is one', () => {
  const { title, text } = paidPartText(group(['paid', 'paid']), { numbers: [7], isDisputed: true });
  expect(title).toBe('O pagamento da sua parte está em contestação.');
  expect(text).toContain('não entram na lista');
  expect(disputedOthersText({ disputedOthers: 0 })).toBeNull();
  expect(disputedOthersText({ disputedOthers: 1 })).toMatch(
    /^O pagamento de outra parte .*A sua parte não muda\.$/,
  );
  expect(disputedOthersText({ disputedOthers: 2 })).toContain('de 2 outras partes');
});
