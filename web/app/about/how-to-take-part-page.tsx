import { Link } from 'react-router';
import { links } from '../links.ts';
import { pageMeta } from '../document/page-meta.ts';
import { Accordion, type AccordionItem } from '../ui/navigation/accordion.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/style/icons.tsx';
import { PageIntro } from '../ui/page-intro.tsx';

export const meta = pageMeta({
  title: 'Como Participar',
  description:
    'Da escolha da rifa à entrega do prêmio: os seis passos para participar, pagar com Pix e conferir o sorteio.',
  path: links.howToTakePart(),
  image: 'shop',
});

interface Step {
  icon: IconName;
  title: string;
  text: string;
}

const steps: Step[] = [
  {
    icon: 'search',
    title: 'Escolha a rifa',
    text: 'Veja na página da rifa os prêmios, o preço da cota, a data do sorteio e quanto já foi vendido. Prêmios e preço não mudam depois da publicação, e qualquer mudança de data é avisada.',
  },
  {
    icon: 'dice',
    title: 'Selecione seus números',
    text: 'Diga quantas cotas quer, ou aproveite um plano com cotas de bônus. Os números são sorteados na hora entre os que ainda estão livres.',
  },
  {
    icon: 'cart',
    title: 'Adicione ao carrinho',
    text: 'Junte rifas diferentes no mesmo pedido. O carrinho fica guardado no seu aparelho, mesmo que você feche a página ou fique sem internet.',
  },
  {
    icon: 'pix',
    title: 'Pague com Pix',
    text: 'Ao finalizar a compra, seus números ficam reservados por 15 minutos. Leia o QR Code ou copie o código no aplicativo do seu banco: a confirmação é automática.',
  },
  {
    icon: 'calendar',
    title: 'Aguarde o sorteio',
    text: 'As vendas terminam, a lista de números vendidos é fechada e o ganhador sai da extração da Loteria Federal anunciada na rifa.',
  },
  {
    icon: 'gift',
    title: 'Receba o prêmio',
    text: 'Se o seu número for sorteado, avisamos por e-mail e na sua conta. O prazo para resgatar o prêmio aparece na página da rifa.',
  },
];

const questions: AccordionItem[] = [
  {
    title: 'Como sei que o sorteio é honesto?',
    content: (
      <p>
        O ganhador não sai de um programa nosso: sai dos prêmios da Loteria Federal, por uma regra publicada
        antes das vendas. A lista de números vendidos é fechada antes da extração, e qualquer pessoa pode
        refazer a conta. Veja os sorteios já realizados em{' '}
        <Link to={links.results()} className="text-link">
          Resultados
        </Link>
        .
      </p>
    ),
  },
  {
    title: 'O que acontece se eu não pagar em 15 minutos?',
    content: (
      <p>
        A reserva termina e os números voltam a ficar livres para outras pessoas. Se o seu Pix chegar depois
        disso e os mesmos números ainda estiverem livres, eles são seus; se não estiverem, o valor é devolvido
        automaticamente.
      </p>
    ),
  },
  {
    title: 'Quem pode participar?',
    content: (
      <p>
        Pessoas com 18 anos ou mais, com uma única conta, que morem em uma das cidades atendidas pela rifa: em
        regra, Maceió e a sua região metropolitana. Se tiver dúvida sobre a sua cidade, fale com o{' '}
        <Link to={links.support()} className="text-link">
          Suporte
        </Link>
        .
      </p>
    ),
  },
];

export default function HowToTakePartPage() {
  return (
    <main id="conteudo">
      <PageIntro title="Como Participar" icon="ticket">
        <p>Seis passos, da escolha da rifa ao prêmio. Comprar leva menos de três minutos.</p>
      </PageIntro>
      <div className="shell grid gap-16 pt-12 lg:gap-20 lg:pt-16">
        <ol className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {steps.map((step, index) => (
            <StepCard key={step.title} step={step} number={index + 1} />
          ))}
        </ol>
        <section aria-labelledby="questions-title" className="mx-auto grid w-full max-w-3xl gap-6">
          <h2 id="questions-title" className="text-2xl">
            Perguntas frequentes
          </h2>
          <Accordion items={questions} />
        </section>
        <div className="grid justify-items-center gap-5 text-center">
          <p className="max-w-lg text-lg">Pronto? As rifas abertas estão na página inicial.</p>
          <LinkButton to={links.home()} size="lg">
            Ver Rifas
          </LinkButton>
        </div>
      </div>
    </main>
  );
}

function StepCard({ step, number }: { step: Step; number: number }) {
  return (
    <li className="relative grid content-start gap-3 overflow-hidden rounded-lg border border-line bg-surface p-6 shadow-soft">
      <span
        aria-hidden
        className="absolute -top-3 right-4 font-display text-[6rem] leading-none font-extrabold text-sea-tint"
      >
        {number}
      </span>
      <span className="relative grid size-12 place-items-center rounded-full bg-sea text-on-sea">
        <Icon name={step.icon} className="size-6" />
      </span>
      <h2 className="relative text-xl">
        <span className="sr-only">Passo {number}: </span>
        {step.title}
      </h2>
      <p className="text-ink-soft">{step.text}</p>
    </li>
  );
}
