import type { GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { expect, test } from 'vitest';
import { offerOfPart } from './part-to-take.ts';

const group = (states: string[], changed: object = {}) =>
  ({
    state: 'open',
    endReason: null,
    rifa: { status: 'active' },
    parts: states.map((state, index) => ({ state, partNo: index + 1, externalReference: null })),
    ...changed,
  }) as unknown as GroupPurchase;

test('offers a free part, and the caller’s own part', () => {
  expect(offerOfPart(group(['paid', 'free']), 2)).toMatchObject({ kind: 'take', part: { partNo: 2 } });
  const ownPart = { state: 'taken', partNo: 2, externalReference: 'reference' };
  expect(offerOfPart(group([], { parts: [ownPart] }), 2)).toMatchObject({ kind: 'take', part: ownPart });
});

test('offers another free part instead of a taken one', () => {
  expect(offerOfPart(group(['paid', 'taken', 'free']), 2)).toMatchObject({
    kind: 'other',
    sentence: 'A parte 2 já foi pega. A parte 3 está livre, pelo mesmo valor.',
    part: { partNo: 3 },
  });
});

test('explains why no part can be taken', () => {
  const sentence = (states: string[], changed?: object) => {
    const offer = offerOfPart(group(states, changed), 2);
    return offer.kind === 'none' ? offer.sentence : null;
  };
  expect(sentence(['paid', 'taken'])).toContain('Todas as partes já foram pegas.');
  expect(sentence(['paid', 'free'], { rifa: { status: 'paused' } })).toContain('pausadas');
  expect(sentence(['paid', 'free'], { rifa: { status: 'closed' } })).toContain('terminaram');
  const cancelled = { state: 'ended', endReason: 'rifa', rifa: { status: 'cancelled' } };
  expect(sentence(['paid', 'ended'], cancelled)).toBe('A rifa foi cancelada.');
  expect(sentence(['paid', 'ended'], { state: 'ended', endReason: 'deadline' })).toContain(
    'O prazo terminou.',
  );
});
