import { type Mail, SHOP } from '../platform/messages/mail.ts';
import { composeMail } from '../platform/messages/mail-page.ts';

export function composeNewsletterConfirmation(to: string, url: string): Mail {
  return composeMail(
    { to, kind: 'essential', subject: 'Confirme sua inscrição' },
    {
      heading: 'Confirme sua inscrição',
      paragraphs: ['Olá!', `Para receber as novidades da ${SHOP}, confirme seu e-mail.`],
      button: { label: 'Confirmar inscrição', url },
      closing: 'Se não foi você que pediu, ignore esta mensagem: nada mais será enviado.',
    },
  );
}
