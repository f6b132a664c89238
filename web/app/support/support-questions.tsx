import { Link } from 'react-router';
import { links } from '../links.ts';
import type { AccordionItem } from '../ui/navigation/accordion.tsx';

export const supportQuestions: AccordionItem[] = [
  {
    title: 'Paguei o Pix e o pedido continua pendente. E agora?',
    content: (
      <p>
        A confirmação costuma levar segundos, mas alguns bancos demoram alguns minutos. Abra o pedido em{' '}
        <Link to={links.dashboard()} className="text-link">
          Dashboard
        </Link>
        : a página se atualiza sozinha. Se passar de uma hora, escreva para a gente com o comprovante.
      </p>
    ),
  },
  {
    title: 'Onde vejo os meus números?',
    content: (
      <p>
        No{' '}
        <Link to={links.dashboard()} className="text-link">
          Dashboard
        </Link>
        , em Minhas Rifas, e também no e-mail que enviamos quando o pagamento é confirmado.
      </p>
    ),
  },
  {
    title: 'Como fico sabendo se ganhei?',
    content: (
      <p>
        Avisamos por e-mail e na sua conta logo depois do sorteio. Os ganhadores também aparecem em{' '}
        <Link to={links.results()} className="text-link">
          Resultados
        </Link>
        , com o nome abreviado. O prazo para resgatar o prêmio está na página da rifa e em Meus prêmios: 30
        dias, salvo outro prazo da autorização.
      </p>
    ),
  },
  {
    title: 'Posso desistir da compra?',
    content: (
      <p>
        Sim, em até 7 dias, desde que a lista do sorteio ainda não tenha sido fechada, e sempre que a lei
        garantir. Se a rifa for cancelada, o valor volta inteiro, sem precisar pedir. Os detalhes estão nos{' '}
        <Link to={links.terms()} className="text-link">
          Termos de Uso
        </Link>
        .
      </p>
    ),
  },
  {
    title: 'Moro fora de Maceió. Posso participar?',
    content: (
      <p>
        Depende da rifa. Em regra, participam moradores da região metropolitana: Maceió, Rio Largo, Marechal
        Deodoro, Pilar, São Miguel dos Campos, Barra de São Miguel, Barra de Santo Antônio, Messias, Satuba,
        Coqueiro Seco, Santa Luzia do Norte e Paripueira.
      </p>
    ),
  },
];
