import { expect, test } from 'vitest';
import { type CouponCart, type CouponTerms, judgeCoupon } from './coupon-terms.ts';

const now = new Date('2026-11-22T12:00:00Z');
const inMs = (ms: number) => new Date(now.getTime() + ms);
const open: CouponTerms = {
  active: true,
  startsAt: null,
  expiresAt: null,
  segments: [],
  rifaIds: [],
  personIds: [],
  minimumCentavos: null,
};
const cart: CouponCart = {
  segment: 'regular',
  personId: 'ana',
  lines: [
    { rifaId: 'moto', listCentavos: 3000 },
    { rifaId: 'carro', listCentavos: 2000 },
  ],
};

test.each([
  ['without conditions', {}, null],
  ['while paused', { active: false }, 'over'],
  ['at its end', { expiresAt: now }, 'over'],
  ['just before its end', { expiresAt: inMs(1) }, null],
  ['before its start', { startsAt: inMs(1) }, 'early'],
  ['from its start', { startsAt: now }, null],
  ['of another segment', { segments: ['at_risk'] }, 'segment'],
  ['of the segment', { segments: ['at_risk', 'regular'] }, null],
  ['of another person', { personIds: ['bia'] }, 'person'],
  ['of the person', { personIds: ['bia', 'ana'] }, null],
  ['for another rifa', { rifaIds: ['casa'] }, 'rifa'],
  ['for one rifa of the cart', { rifaIds: ['casa', 'carro'] }, null],
  ['at the minimum', { minimumCentavos: 5000 }, null],
  ['below the minimum', { minimumCentavos: 5001 }, 'minimum'],
  ['with a minimum reached by its rifas only', { rifaIds: ['carro'], minimumCentavos: 2001 }, 'minimum'],
] as const)('a coupon %s', (_, terms, rejection) => {
  expect(judgeCoupon({ ...open, ...terms }, cart, now)).toBe(rejection);
});
