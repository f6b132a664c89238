import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { restOffer } from './remaining-cotas-offer.ts';

function tooFew(remaining: number) {
  return new ORPCError('NOT_ENOUGH_NUMBERS', {
    defined: true,
    status: 409,
    data: { rifaId: 'r1', title: 'Honda Biz', remaining },
  });
}

test('what is left may be taken with one press', () => {
  const taken: [string, number][] = [];
  const offer = restOffer(tooFew(3), (rifaId, remaining) => taken.push([rifaId, remaining]));
  expect(offer?.label).toBe('Levar 3');
  offer?.onClick();
  expect(taken).toEqual([['r1', 3]]);
});

test('nothing left, or another refusal, is no offer', () => {
  expect(restOffer(tooFew(0), () => undefined)).toBeUndefined();
  expect(restOffer(new ORPCError('BUSY', { defined: true, status: 503 }), () => undefined)).toBeUndefined();
});
