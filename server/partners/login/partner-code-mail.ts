import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';

export function composePartnerCodeMail(to: string, code: string): Mail {
  return composeMail(
    { to, kind: 'essential', subject: `${code} é o seu código` },
    {
      heading: 'Seu código de acesso',
      paragraphs: [
        `O seu código para entrar no portal de parceiros é ${code}. Ele vale por ${SENT_CODE_MINUTES} minutos.`,
      ],
      closing: 'Se não foi você que pediu, ignore esta mensagem e não passe o código a ninguém.',
    },
  );
}
