import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeMailer } from '../composition/compose-mailer.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import type { Mail } from '../platform/messages/mail.ts';
import { composeMail } from '../platform/messages/mail-page.ts';
import { invalidateSite } from '../settings/read-site.ts';
import { storeSetting } from '../settings/store-setting.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

async function sendOne(): Promise<Mail> {
  const sent: Mail[] = [];
  const mailer = composeMailer(bed.platform, { send: async (mail) => void sent.push(mail) });
  const envelope = { to: 'ana@exemplo.com.br', kind: 'essential', subject: 'Código' } as const;
  await mailer.send(composeMail(envelope, { heading: 'Seu código', paragraphs: ['Oi!'] }));
  return sent[0]!;
}

test('ends every mail with the organiser and the support contact', async () => {
  const contacts = {
    email: 'oi@mare.com.br',
    whatsApp: '',
    hours: '',
    instagram: '',
    facebook: '',
    twitter: '',
    badges: [],
    organiser: 'Sorte & Mar <Ltda.>',
    cnpj: '11222333000181',
    address: 'Rua do Sol, 1',
    privacyEmail: '',
  };
  await bed.db.transaction().execute((trx) => storeSetting(trx, 'contacts', contacts, bed.clock.now()));
  invalidateSite(bed.platform);
  const { text, html } = await sendOne();
  expect(text).toContain('Sorte & Mar <Ltda.>, CNPJ 11.222.333/0001-81, Rua do Sol, 1.');
  expect(text).toContain('Fale com a gente: oi@mare.com.br');
  expect(html).toMatch(/Sorte &amp; Mar &lt;Ltda\.&gt;, CNPJ .*oi@mare\.com\.br<\/footer><\/body>/s);
  expect(html).not.toContain('<Ltda.>');
});
