import { Suspense } from 'react';
import type { MetaDescriptor } from 'react-router';
import { links } from '../links.ts';
import { describePage } from '../document/page-meta.ts';
import { isMareDaSorte, siteFacts, useShopName } from '../document/site-facts.ts';
import { ClaimedStats } from '../social-proof/claimed-stats.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/style/icons.tsx';
import { lazyBoundary } from '../ui/loading/lazy-boundary.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.ts';
import { PageIntro } from '../ui/page-intro.tsx';
import type { Route } from './+types/about-page.ts';

/** Static picture: hydrated after the rest of the page. */
const Jangada = lazyBoundary(
  lazyComponent(() => import('../ui/style/beach-scene.tsx').then((module) => ({ default: module.Jangada }))),
);
const ShopIdentity = lazyComponent(() =>
  import('../legal/shop-identity.tsx').then((module) => ({ default: module.ShopIdentity })),
);

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  const site = siteFacts(matches);
  return describePage(
    {
      title: 'Sobre',
      description: isMareDaSorte(site.name)
        ? 'A {loja} nasceu em 2023, em Maceió, para que comprar uma rifa seja simples e o sorteio possa ser conferido por qualquer pessoa.'
        : 'Como a {loja} trabalha, para que comprar uma rifa seja simples e o sorteio possa ser conferido por qualquer pessoa.',
      path: links.about(),
      image: 'shop',
    },
    site,
  );
}

interface Principle {
  icon: IconName;
  title: string;
  text: string;
}

const principles: Principle[] = [
  {
    icon: 'ticket',
    title: 'Um número, uma pessoa',
    text: 'Nenhuma cota é vendida duas vezes. Quem decide é o banco de dados, não a pressa de quem clica primeiro.',
  },
  {
    icon: 'shield',
    title: 'Sorteio que se confere',
    text: 'O resultado sai da Loteria Federal, por uma regra publicada antes das vendas. A conta é aberta: qualquer pessoa pode refazê-la.',
  },
  {
    icon: 'pix',
    title: 'Dinheiro às claras',
    text: 'Pagamento por Pix, preço final sem taxa escondida, e devolução integral quando uma rifa é cancelada.',
  },
];

const localPrinciple: Principle = {
  icon: 'users',
  title: 'Gente daqui',
  text: 'Prêmios e parceiros de Maceió e da região das lagoas: o salão, o ateliê, a pousada, a loja do bairro.',
};

const supportPrinciple: Principle = {
  icon: 'users',
  title: 'Gente que responde',
  text: 'Toda rifa diz quem a organiza, e no suporte quem lê a sua mensagem é uma pessoa.',
};

export default function AboutPage() {
  const shopName = useShopName();
  const isLocal = isMareDaSorte(shopName);
  return (
    <main id="conteudo">
      <PageIntro title={`Sobre a ${shopName}`} icon="sun">
        <p>
          Rifas online{isLocal && ' feitas em Maceió'}, com números de verdade e sorteios que qualquer pessoa
          confere.
        </p>
      </PageIntro>
      <div className="shell grid gap-16 pt-12 lg:gap-20 lg:pt-16">
        <ShopStory shopName={shopName} />
        {!isLocal && (
          <Suspense>
            <ShopIdentity />
          </Suspense>
        )}
        <ClaimedStats />
        <section aria-labelledby="principles-title" className="grid gap-8">
          <h2 id="principles-title" className="text-2xl">
            No que acreditamos
          </h2>
          <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
            {[...principles, isLocal ? localPrinciple : supportPrinciple].map((principle) => (
              <li key={principle.title} className="flex gap-4">
                <span className="grid size-12 shrink-0 place-items-center rounded-full bg-sun text-on-sun">
                  <Icon name={principle.icon} className="size-6" />
                </span>
                <div className="grid gap-1">
                  <h3 className="text-lg">{principle.title}</h3>
                  <p className="text-ink-soft">{principle.text}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="next-title" className="grid gap-5 rounded-xl bg-sun-tint p-6 sm:p-10">
          <h2 id="next-title" className="text-2xl">
            Fale com a gente, ou venha junto
          </h2>
          <p className="max-w-2xl">
            Tem uma dúvida, uma sugestão, um prêmio para oferecer? O suporte responde em até 2 horas úteis. E
            quem gosta da {shopName} pode divulgar e ganhar comissão por isso.
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to={links.support()} variant="secondary" icon="mail">
              Falar com o Suporte
            </LinkButton>
            <LinkButton to={links.affiliates()} variant="outline" icon="users">
              Seja um Afiliado
            </LinkButton>
          </div>
        </section>
      </div>
    </main>
  );
}

/** The story of this shop in its home region. A shop with another name only shows how it works. */
function ShopStory({ shopName }: { shopName: string }) {
  const isLocal = isMareDaSorte(shopName);
  return (
    <section
      aria-labelledby="story-title"
      className="grid items-center gap-10 lg:grid-cols-[1.4fr_1fr] lg:gap-16"
    >
      <div className="grid gap-4 text-lg">
        <h2 id="story-title" className="text-2xl">
          {isLocal ? 'Nossa história' : 'Como trabalhamos'}
        </h2>
        <p>
          {isLocal ? `A ${shopName} foi fundada em 2023, quando rifa por aqui ainda era` : 'Rifa sempre foi'}{' '}
          papel passado de mão em mão, caderno com nomes riscados e um sorteio em que era preciso acreditar.
        </p>
        <p>
          Mantivemos o que a rifa tem de bom: o preço que cabe no bolso, a torcida da família, o prêmio que
          muda o mês de alguém. E trocamos o resto: os números são reservados na hora, o Pix confirma sozinho
          e o ganhador sai da Loteria Federal.
        </p>
        <p>
          {isLocal
            ? 'Pensamos primeiro nas mulheres da região metropolitana de Maceió, que sustentam casa, negócio e torcida ao mesmo tempo. Por isso tudo'
            : 'Tudo'}{' '}
          aqui funciona bem num celular simples e numa conexão fraca.
        </p>
      </div>
      <div aria-hidden className="relative hidden overflow-hidden rounded-xl bg-sky-low lg:block">
        <Jangada className="mx-auto w-80 translate-y-4" />
        <div className="lace-bottom h-6 rotate-180 bg-tide-mid" />
      </div>
    </section>
  );
}
