import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { remainingCotasOffer } from './remaining-cotas-offer.ts';

function notEnoughNumbers(remaining: number) {
  return new ORPCError('NOT_ENOUGH_NUMBERS', {
    defined: true,
    status: 409,
    data: { rifaId: 'r1', title: 'Honda Biz', remaining },
  });
}

test('offers to order the remaining cotas', () => {
  const taken: [string, number][] = [];
  const offer = remainingCotasOffer(notEnoughNumbers(3), (rifaId, remaining) =>
    taken.push([rifaId, remaining]),
  );
  expect(offer?.label).toBe('Levar 3');
  offer?.onClick();
  expect(taken).toEqual([['r1', 3]]);
});

test('offers nothing when sold out or for another error', () => {
  expect(remainingCotasOffer(notEnoughNumbers(0), () => undefined)).toBeUndefined();
  expect(
    remainingCotasOffer(new ORPCError('BUSY', { defined: true, status: 503 }), () => undefined),
  ).toBeUndefined();
});
