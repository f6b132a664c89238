import { type Mail, SHOP } from '../../platform/messages/mail.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';

/** Sent after the deletion, in case the owner did not request it. */
export function composeAccountDeletedMail(to: string): Mail {
  return composeMail(
    { to, kind: 'essential', subject: 'Sua conta foi excluída' },
    {
      heading: 'Sua conta foi excluída',
      paragraphs: [
        `Sua conta na ${SHOP} foi excluída, como você pediu.`,
        'Apagamos os seus dados pessoais. Pedidos, pagamentos e resultados de sorteios ficam guardados sem o seu nome, porque a lei e os sorteios precisam deles.',
        'Se você tem um limite de gastos, uma pausa ou uma autoexclusão, eles continuam valendo em uma conta nova com o mesmo CPF. Para isso guardamos só uma impressão cifrada do CPF, até o prazo terminar.',
      ],
      closing: 'Se não foi você que pediu, fale com o suporte assim que puder.',
    },
  );
}
