import { expect, test } from 'vitest';
import type { Payout } from '@mare/contract/affiliates/payouts.ts';
import { reversedSinceApproval } from './reversed-since-approval.ts';

const payout = (status: Payout['status'], reversedCentavos: number): Payout => ({
  id: '5e000000-0000-4000-8000-000000000001',
  kind: 'affiliate',
  name: 'Rita Sete',
  email: '',
  period: '2026-11-15',
  amountCentavos: 6_250,
  status,
  pixKey: null,
  hasFormerKey: false,
  exportedAt: null,
  paidAt: null,
  paymentReference: null,
  frozenUntil: null,
  risk: { sales: 1, buyers: 1, returned: 1, reversedCentavos, sameNetwork: 0, samePhone: 0, givenBack: 0 },
});
const withPlainSpaces = (text: string | null) => text?.replaceAll(/\s/g, ' ') ?? null;

test('shows for an approved payout what was reversed since and what is still earned', () => {
  expect(withPlainSpaces(reversedSinceApproval(payout('approved', 5_750)))).toBe(
    'Devoluções depois da aprovação desfizeram R$ 57,50 desta comissão: só R$ 5,00 continuam valendo.',
  );
  expect(withPlainSpaces(reversedSinceApproval(payout('approved', 6_250)))).toContain(
    'nada dela continua valendo',
  );
  expect(reversedSinceApproval(payout('approved', 0))).toBeNull();
  expect(reversedSinceApproval(payout('paid', 5_750))).toBeNull();
});
