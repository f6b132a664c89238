import type { Mail } from '../../platform/mail.ts';

/** The last mail to an account that is gone: whoever did not ask for it should hear of it. */
export function composeFarewell(to: string): Mail {
  const sentences = [
    'Sua conta na Maré da Sorte foi excluída, como você pediu.',
    'Apagamos os seus dados pessoais. Pedidos, pagamentos e resultados de sorteios ficam guardados sem o seu nome, porque a lei e os sorteios precisam deles.',
    'Se não foi você que pediu, fale com o suporte assim que puder.',
    'Maré da Sorte',
  ];
  return {
    to,
    subject: 'Sua conta foi excluída · Maré da Sorte',
    text: sentences.join('\n\n'),
    html: sentences.map((sentence) => `<p>${sentence}</p>`).join(''),
  };
}
