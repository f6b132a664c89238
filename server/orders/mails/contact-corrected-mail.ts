import { type Mail, type MailKind } from '../../platform/messages/mail.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';

/** Essential: a correction that the buyer did not ask for is a theft of their messages. */
const KIND: MailKind = 'essential';

/** Tells the former or the new e-mail address that an order's contact was corrected. */
export function composeContactCorrectedMail(to: string, externalReference: string, publicUrl: string): Mail {
  return composeMail(
    { to, kind: KIND, subject: 'O contato do seu pedido foi corrigido' },
    {
      heading: 'O contato do seu pedido foi corrigido',
      paragraphs: [
        'A nossa equipe corrigiu o e-mail ou o telefone para onde vão as mensagens deste pedido. Os números e o pagamento continuam os mesmos.',
        'Você não pediu isto? Fale com o suporte agora: nós desfazemos.',
      ],
      facts: [['Pedido', externalReference]],
      button: { label: 'Falar com o suporte', url: `${publicUrl}/suporte` },
    },
  );
}
