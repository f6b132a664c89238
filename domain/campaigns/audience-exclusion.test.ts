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
  ['includes a person who can buy', {}, OPEN, null],
  ['excludes a minor', { isMinor: true }, null, 'minor'],
  ['excludes a self-excluded person', { mayNotBuy: true }, null, 'excluded'],
  ['excludes a person who declined this kind', { wantsKind: false }, null, 'unwanted'],
  ['excludes another city', { city: 'Recife', state: 'PE' }, OPEN, 'otherCity'],
  ['excludes a city of that name in another state', { state: 'PE' }, OPEN, 'otherCity'],
  ['includes another city without a rifa', { city: 'Recife', state: 'PE' }, null, null],
  ['includes a person without a stated city', { city: null, state: null }, OPEN, null],
  ['excludes non-VIPs', {}, FOR_VIPS, 'notVip'],
  ['excludes a VIP who is at risk', { segment: 'at_risk' }, FOR_VIPS, 'notVip'],
  ['includes a VIP', { segment: 'vip' }, FOR_VIPS, null],
  ['includes non-VIPs without a rifa', {}, null, null],
  ['excludes non-VIPs in a presale', {}, { ...OPEN, publicFrom: new Date(+NOW + 1) }, 'notVip'],
  ['includes everyone when a presale ends', {}, { ...OPEN, publicFrom: NOW }, null],
  ['checks the city of a VIP too', { segment: 'vip', city: 'Recife' }, FOR_VIPS, 'otherCity'],
  ['counts a person once, by the first reason', { city: 'Recife', wantsKind: false }, FOR_VIPS, 'notVip'],
])('%s', (_, person, rifa, reason) => {
  expect(audienceExclusionOf({ ...CAN_BUY, ...person }, rifa, NOW)).toBe(reason);
});
