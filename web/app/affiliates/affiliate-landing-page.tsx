import { links } from '../links.ts';
import { formatRate } from '@mare/domain/affiliates/commission-terms.ts';
import { AffiliateRate, commissionTermsOf, useCommissionTerms } from '../document/commission-terms.tsx';
import { describePage } from '../document/page-meta.ts';
import { type Matches, siteFacts, useShopName } from '../document/site-facts.ts';
import { AffiliateTestimonials } from '../social-proof/affiliate-testimonials.tsx';
import { Jangada } from '../ui/style/beach-scene.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/style/icons.tsx';

export function meta({ matches }: { matches: Matches }) {
  const rate = formatRate(commissionTermsOf(matches).affiliateRate);
  const page = {
    title: 'Seja um Afiliado',
    description: `Divulgue as rifas da {loja} e ganhe ${rate} de comissão sobre cada venda confirmada, paga por Pix todo dia 15.`,
    path: links.affiliates(),
    image: 'shop',
  };
  return describePage(page, siteFacts(matches));
}

const benefits = (rate: string): { icon: IconName; title: string; text: string }[] => [
  {
    icon: 'star',
    title: `${rate} de comissão`,
    text: 'Sobre cada venda confirmada de quem chegou pelo seu link.',
  },
  {
    icon: 'calendar',
    title: '30 dias de atribuição',
    text: 'A pessoa clicou hoje e comprou daqui a três semanas? A comissão é sua.',
  },
  {
    icon: 'pix',
    title: 'Pix todo dia 15',
    text: 'Pagamento mensal a partir de R$\u00a050,00, sobre as vendas confirmadas nos últimos 30 dias.',
  },
  {
    icon: 'eye',
    title: 'Tudo à vista',
    text: 'Cliques, vendas e comissões no seu painel, sem letra miúda.',
  },
];

const steps = (rate: string) => [
  {
    title: 'Crie a sua conta',
    text: 'O cadastro é gratuito e a aprovação sai em até 24h.',
  },
  {
    title: 'Compartilhe o seu link',
    text: 'WhatsApp, Instagram, grupo do condomínio: cada clique fica registrado no seu código.',
  },
  {
    title: 'Receba a comissão',
    text: `Quando a compra é confirmada, ${rate} do valor entra no seu painel. No dia 15, cai no seu Pix.`,
  },
];

export default function AffiliateLandingPage() {
  return (
    <main id="conteudo">
      <Hero />
      <div className="shell grid gap-16 pt-14 lg:gap-24 lg:pt-20">
        <Benefits />
        <HowItWorks />
        <AffiliateTestimonials />
        <CallToAction />
      </div>
    </main>
  );
}

function Hero() {
  const shopName = useShopName();
  return (
    <section
      aria-labelledby="hero-title"
      className="lace-bottom relative isolate overflow-hidden bg-deep text-on-deep"
    >
      <Jangada className="absolute -right-16 bottom-0 -z-1 w-72 opacity-20 md:right-[6%] md:w-96 md:opacity-100" />
      <div className="shell grid justify-items-start gap-5 py-16 md:py-24">
        <h1 id="hero-title" className="max-w-xl text-4xl font-extrabold">
          {`Divulgue a ${shopName} e ganhe a cada venda`}
        </h1>
        <p className="max-w-lg text-lg text-on-deep-soft">
          Indique rifas em que você confia e receba <AffiliateRate /> de comissão por Pix, sem investir nada e
          sem estoque.
        </p>
        <LinkButton to={links.auth(links.affiliate())} variant="sun" size="lg">
          Quero ser Afiliado
        </LinkButton>
        <p className="flex items-center gap-2 text-sm font-semibold">
          <Icon name="clock" />
          Aprovação em até 24h
        </p>
      </div>
    </section>
  );
}

function Benefits() {
  const { affiliateRate } = useCommissionTerms();
  return (
    <section aria-labelledby="benefits-title" className="grid gap-6">
      <h2 id="benefits-title" className="text-2xl">
        Por que ser um afiliado
      </h2>
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        {benefits(formatRate(affiliateRate)).map((benefit) => (
          <li
            key={benefit.title}
            className="grid content-start gap-3 rounded-lg border border-line bg-surface p-6 shadow-soft"
          >
            <span className="grid size-12 place-items-center rounded-full bg-sea-tint text-sea-strong">
              <Icon name={benefit.icon} className="size-6" />
            </span>
            <h3 className="text-lg">{benefit.title}</h3>
            <p className="text-ink-soft">{benefit.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function HowItWorks() {
  const { affiliateRate } = useCommissionTerms();
  return (
    <section aria-labelledby="how-title" className="grid gap-8">
      <h2 id="how-title" className="text-2xl">
        Como funciona
      </h2>
      <ol className="grid gap-8 md:grid-cols-3">
        {steps(formatRate(affiliateRate)).map((step, index) => (
          <li key={step.title} className="grid content-start gap-2 border-t-3 border-sea pt-5">
            <h3 className="flex items-baseline gap-3 text-xl">
              <span aria-hidden className="font-display text-3xl font-extrabold text-sea">
                {index + 1}
              </span>
              {step.title}
            </h3>
            <p className="text-ink-soft">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function CallToAction() {
  return (
    <section
      aria-labelledby="call-title"
      className="grid justify-items-center gap-4 rounded-xl bg-sun-tint px-6 py-12 text-center sm:py-16"
    >
      <h2 id="call-title" className="text-3xl">
        Comece hoje
      </h2>
      <p className="max-w-lg text-lg">
        Sem mensalidade e sem meta. Para maiores de 18 anos, com uma conta por pessoa.
      </p>
      <LinkButton to={links.auth(links.affiliate())} size="lg">
        Criar minha conta
      </LinkButton>
    </section>
  );
}
