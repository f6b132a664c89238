import { expect, test } from 'vitest';
import { type Recipient, type AdvertisedRifa, audienceExclusionOf } from './audience-exclusion.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const CAN_BUY: Recipient = {
  isMinor: false,
  mayNotBuy: false,
  segment: 'casual',
  city: 'Maceió',
  state: 'AL',
  wantsKind: true,
};
const OPEN: AdvertisedRifa = {
  vipOnly: false,
  publicFrom: null,
  eligibleCities: ['Maceió'],
  eligibleState: 'AL',
};
const FOR_VIPS = { ...OPEN, vipOnly: true };

test.each<[string, Partial<Recipient>, AdvertisedRifa | null, ReturnType<typeof audienceExclusionOf>]>([
  ['writes to a person who can buy', {}, OPEN, null],
  ['leaves out a minor', { isMinor: true }, null, 'minor'],
  ['leaves out an excluded person', { mayNotBuy: true }, null, 'excluded'],
  ['leaves out a person who does not want this kind', { wantsKind: false }, null, 'unwanted'],
  ['leaves out another city', { city: 'Recife', state: 'PE' }, OPEN, 'otherCity'],
  ['leaves out a city of that name in another state', { state: 'PE' }, OPEN, 'otherCity'],
  ['writes to another city about no rifa', { city: 'Recife', state: 'PE' }, null, null],
  ['writes to a person without a stated city', { city: null, state: null }, OPEN, null],
  ['leaves out others than VIPs', {}, FOR_VIPS, 'notVip'],
  ['leaves out a VIP who is at risk', { segment: 'at_risk' }, FOR_VIPS, 'notVip'],
  ['writes to a VIP', { segment: 'vip' }, FOR_VIPS, null],
  ['writes to others than VIPs about no rifa', {}, null, null],
  ['leaves out others in a presale', {}, { ...OPEN, publicFrom: new Date(+NOW + 1) }, 'notVip'],
  ['writes to everyone when a presale ends', {}, { ...OPEN, publicFrom: NOW }, null],
  ['asks for the city of a VIP too', { segment: 'vip', city: 'Recife' }, FOR_VIPS, 'otherCity'],
  ['counts a person once, by the first reason', { city: 'Recife', wantsKind: false }, FOR_VIPS, 'notVip'],
])('%s', (_, person, rifa, reason) => {
  expect(audienceExclusionOf({ ...CAN_BUY, ...person }, rifa, NOW)).toBe(reason);
});
