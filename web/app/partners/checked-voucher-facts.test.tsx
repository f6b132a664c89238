import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CheckedVoucherFacts } from './checked-voucher-facts.tsx';

const partner = { companyName: 'Espaço Maresia', city: 'Maceió', state: 'AL', isPaused: false };
const renderFacts = (isPaused: boolean) =>
  renderToStaticMarkup(
    <CheckedVoucherFacts
      checked={{ valid: true, expiresAt: '2026-12-24T12:00:00Z', partner: { ...partner, isPaused } }}
    />,
  ).replaceAll(/<[^>]*>/g, '');

test('shows date and place as they are now, and that another paper is outdated', () => {
  expect(renderFacts(false)).toContain('Vale até 24 de dezembro de 2026, em Espaço Maresia, Maceió (AL).');
  expect(renderFacts(false)).toContain('Um papel com outra data ou outro lugar é antigo');
  expect(renderFacts(false)).not.toContain('em pausa');
  expect(renderFacts(true)).toContain('Este parceiro está em pausa');
});

test('shows nothing of an invalid voucher', () => {
  const invalid = { valid: false, expiresAt: null, partner: null };
  expect(renderToStaticMarkup(<CheckedVoucherFacts checked={invalid} />)).toBe('');
});
