import { expect, test } from 'vitest';
import { pdfText } from '../../../platform/documents/pdf-text.testing.ts';
import { type PrintedVoucher, printVoucher } from './voucher-pdf.ts';

const voucher: PrintedVoucher = {
  shop: {
    name: 'Maré da Sorte',
    logo: null,
    lines: ['Maré da Sorte: Associação', 'Fale com a gente: (82) 99999-0011'],
  },
  voucherCode: '1X504JETP1VE9HE1',
  qrCodeData: 'https://mare.example/parceiro?voucher=1X504JETP1VE9HE1',
  prizeName: 'Dia de spa',
  serviceType: 'spa',
  winner: 'Maria S.',
  rifaTitle: 'Fim de semana em Maragogi',
  expiresAt: new Date('2026-12-24T12:00:00Z'),
  pin: '3184',
  bookingUrl: 'mare.example/marcar-voucher',
  partner: {
    companyName: 'Espaço Maresia Spa',
    address: 'Rua da Praia, 12',
    city: 'Maceió',
    state: 'AL',
    phone: '82999990001',
    isPaused: false,
  },
};

const pagesOf = async (printed: PrintedVoucher) =>
  (await printVoucher(printed)).toString('latin1').match(/\/Type \/Page\b/g)?.length;

test('prints a voucher on one page, also with long names', async () => {
  expect(await pagesOf(voucher)).toBe(1);
  const long = {
    ...voucher,
    prizeName:
      'Um fim de semana completo de massagens relaxantes, drenagem linfática e hidratação para duas pessoas',
    partner: {
      ...voucher.partner,
      isPaused: true,
      companyName: 'Espaço de Beleza e Bem-Estar Maria das Graças de Oliveira Cavalcanti e Filhas',
      address:
        'Avenida Doutor Antônio Gouveia, 1234, Edifício Residencial Praia de Pajuçara, sala 1502, Pajuçara',
    },
  };
  expect(await pagesOf(long)).toBe(1);
});

test('prints names with any letters', async () => {
  const partner = { ...voucher.partner, companyName: '北京 🥢 Massagem' };
  const printed = pdfText(await printVoucher({ ...voucher, winner: 'Łukasz Ś.', partner }));
  expect(printed).toContain('Ganho por Łukasz Ś. · Fim de semana em Maragogi');
  expect(printed).toContain('Onde usar: BeiJing Massagem');
});
