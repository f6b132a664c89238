import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choosePartner, type ServicePartner } from './choose-partner.ts';
import { DEFAULT_COMMISSION_TERMS } from '../affiliates/commission-terms.ts';
import { voucherEarned, voucherExpiry } from './partner-terms.ts';
import { formatVoucherCode, makeVoucherCode, readVoucherCode } from './voucher-code.ts';

const codes = fc
  .uint8Array({ minLength: 14, maxLength: 14 })
  .map((bytes) => makeVoucherCode((count) => bytes.slice(0, count)));

test('parses a code in any notation', () => {
  fc.assert(
    fc.property(codes, (code) => {
      const shown = formatVoucherCode(code);
      expect(shown).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
      const written = [
        shown,
        shown.toLowerCase(),
        ` ${code} `,
        code.replaceAll('0', 'o').replaceAll('1', 'l'),
      ];
      for (const text of [...written, `https://mare.example/parceiro?voucher=${code}&x=1`])
        expect(readVoucherCode(text)).toBe(code);
    }),
  );
});

test('detects one wrong character or two swapped ones', () => {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.split('');
  fc.assert(
    fc.property(codes, fc.nat(15), fc.constantFrom(...alphabet), (code, at, character) => {
      fc.pre(code.charAt(at) !== character);
      expect(readVoucherCode(code.slice(0, at) + character + code.slice(at + 1))).toBeNull();
    }),
  );
  fc.assert(
    fc.property(codes, fc.nat(12), (code, at) => {
      const [first, second] = [code.charAt(at), code.charAt(at + 1)];
      fc.pre(first !== second);
      expect(readVoucherCode(code.slice(0, at) + second + first + code.slice(at + 2))).toBeNull();
    }),
  );
});

test.each(['', 'VALID123', 'VALIDVALIDVALID1', 'U'.repeat(16), 'ç'.repeat(16), '?voucher='])(
  '%j is no voucher',
  (text) => {
    expect(readVoucherCode(text)).toBeNull();
  },
);

const partner = (id: string, more: Partial<ServicePartner> = {}): ServicePartner => ({
  id,
  city: 'Maceió',
  state: 'AL',
  serviceTypes: ['spa', 'massagem'],
  pendingVouchers: 0,
  ...more,
});
const massage = { name: 'Massagem relaxante', serviceType: null, serviceCity: 'Maceió', serviceState: 'AL' };

test.each([
  ['matches the service by the prize’s name', massage, [partner('a')], 'a', 'massagem'],
  ['ignores accents and case', { ...massage, serviceCity: 'MACEIO' }, [partner('a')], 'a', 'massagem'],
  [
    'a city of the same name in another state',
    massage,
    [partner('a', { state: 'PB' })],
    undefined,
    undefined,
  ],
  ['another city', massage, [partner('a', { city: 'Recife' })], undefined, undefined],
  ['a prize without a city', { ...massage, serviceCity: null }, [partner('a')], undefined, undefined],
  ['no match within a word', { ...massage, name: 'Spaghetti' }, [partner('a')], undefined, undefined],
  ['matches the prize’s service type', { ...massage, serviceType: 'SPA' }, [partner('a')], 'a', 'spa'],
  [
    'a service that no partner offers',
    { ...massage, serviceType: 'jantar' },
    [partner('a')],
    undefined,
    undefined,
  ],
  [
    'the one with the fewest open vouchers',
    massage,
    [partner('a', { pendingVouchers: 2 }), partner('b', { pendingVouchers: 1 })],
    'b',
    'massagem',
  ],
])('%s', (_, prize, partners, partnerId, serviceType) => {
  expect(choosePartner(prize, partners)).toEqual(partnerId ? { partnerId, serviceType } : null);
});

// @covers community 9: R$ 50,00 for each validated voucher; paid or pending as the payout that holds it is
//   [domain/affiliates/commission-terms.ts, server/partners/partners.queries.ts]
test('a validated voucher earns its partner R$ 50,00', () => {
  const { voucherCentavos: commissionCentavos } = DEFAULT_COMMISSION_TERMS;
  expect(voucherEarned({ id: 'v', partnerId: 'p', commissionCentavos, undone: 0 }).entries).toEqual([
    { account: 'partner_commissions', amountCentavos: 5_000 },
    { account: 'partners_payable:p', amountCentavos: -5_000 },
  ]);
});

test('a voucher is valid for 30 days', () => {
  expect(voucherExpiry(new Date('2026-11-01T12:00:00Z'))).toEqual(new Date('2026-12-01T12:00:00Z'));
});
