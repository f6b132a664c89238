import { links } from '../links.ts';
import { pageMeta } from '../document/page-meta.ts';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Icon, type IconName } from '../ui/style/icons.tsx';
import { PageIntro } from '../ui/page-intro.tsx';

export const meta = pageMeta({
  title: 'Jogo Responsável',
  description: 'Limite mensal, pausa e autoexclusão: como cuidar de quanto você joga, e onde pedir ajuda.',
  path: links.responsiblePlay(),
});

const tools: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'shield',
    title: 'Limite mensal',
    text: 'Você diz quanto pode gastar por mês. Um limite menor vale na hora; um maior, só depois de 24 horas.',
  },
  {
    icon: 'calendar',
    title: 'Pausa',
    text: 'Por alguns dias ou semanas a sua conta não compra cotas, e um pedido sem pagamento termina. A pausa não pode ser encurtada.',
  },
  {
    icon: 'lock',
    title: 'Autoexclusão',
    text: 'Um afastamento de seis meses. Um pedido sem pagamento termina; as cotas que você já pagou continuam no sorteio.',
  },
];

const signs = [
  'Gastar mais do que tinha decidido.',
  'Comprar cotas para recuperar o que já gastou.',
  'Esconder da família quanto gasta.',
  'Pedir dinheiro emprestado, ou deixar contas por pagar, para participar.',
];

const help = [
  { label: 'CVV: telefone 188, de graça, 24 horas', href: 'https://www.cvv.org.br' },
  { label: 'Jogadores Anônimos', href: 'https://jogadoresanonimos.com.br' },
  {
    label: 'CAPS da sua cidade, pelo SUS',
    href: 'https://www.gov.br/saude/pt-br/composicao/saes/desmad/raps/caps',
  },
];

export default function ResponsiblePlayPage() {
  return (
    <main id="conteudo">
      <PageIntro
        title="Jogo Responsável"
        icon="shield"
        action={<LinkButton to={links.ownLimits()}>Definir meus limites</LinkButton>}
      >
        <p>Rifa é diversão, e só para maiores de 18 anos. Aqui você decide até onde vai.</p>
      </PageIntro>
      <div className="shell grid gap-12 pt-10 sm:pt-14">
        <ul className="grid gap-5 md:grid-cols-3">
          {tools.map((tool) => (
            <li key={tool.title}>
              <Card padded className="grid h-full content-start gap-3">
                <Icon name={tool.icon} className="size-8 text-sea" />
                <h2 className="text-xl">{tool.title}</h2>
                <p className="text-ink-soft">{tool.text}</p>
              </Card>
            </li>
          ))}
        </ul>
        <p className="max-w-2xl text-lg">
          Os três ficam em <strong>Minha Conta</strong>, valem no mesmo instante em que você compra, e ninguém
          da nossa equipe pode desfazê-los antes do prazo.
        </p>
        <div className="grid gap-10 md:grid-cols-2">
          <section aria-labelledby="sinais" className="grid content-start gap-4">
            <h2 id="sinais" className="text-2xl">
              Sinais de que é hora de parar
            </h2>
            <ul className="grid list-disc gap-2 pl-5">
              {signs.map((sign) => (
                <li key={sign}>{sign}</li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="ajuda" className="grid content-start gap-4">
            <h2 id="ajuda" className="text-2xl">
              Você não está só
            </h2>
            <ul className="grid gap-2">
              {help.map(({ label, href }) => (
                <li key={href}>
                  <a href={href} target="_blank" rel="noreferrer" className="text-link">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
            <LinkButton to={links.support()} variant="outline" className="justify-self-start">
              Falar com o suporte
            </LinkButton>
          </section>
        </div>
      </div>
    </main>
  );
}
