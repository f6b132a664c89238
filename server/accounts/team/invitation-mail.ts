import { formatDateTime } from '@mare/domain/format.ts';
import type { Mail, MailKind } from '../../platform/messages/mail.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';

/** Essential: an admin sends it to one person, who cannot work without it. */
const KIND: MailKind = 'essential';

interface InvitationFacts {
  /** Name of the role. */
  role: string;
  expiresAt: Date;
  url: string;
}

export function composeInvitationMail(to: string, { role, expiresAt, url }: InvitationFacts): Mail {
  return composeMail(
    { to, kind: KIND, subject: 'Convite para a equipe da loja' },
    {
      heading: 'Você foi convidado para a equipe',
      paragraphs: [
        `A administração da loja convida você para o painel, com o papel de ${role}.`,
        'Entre, ou crie a sua conta, com este mesmo e-mail, e aceite o convite.',
      ],
      button: { label: 'Ver o convite', url },
      closing: `O convite vale até ${formatDateTime(expiresAt)}. Se você não conhece a loja, ignore esta mensagem.`,
    },
  );
}
