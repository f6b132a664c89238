import { Link } from 'react-router';
import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/style/icons.tsx';
import { scrollRow } from '../../ui/style/scroll-row.ts';

const steps: { icon: IconName; title: string; text: string; to: string }[] = [
  {
    icon: 'lock',
    title: 'A lista fecha antes',
    to: links.transparency(),
    text: 'As vendas terminam e a lista de números vendidos é publicada com um lacre digital que denuncia qualquer mudança.',
  },
  {
    icon: 'trophy',
    title: 'A Loteria Federal decide',
    to: links.howToTakePart(),
    text: 'O número ganhador sai dos prêmios da extração que anunciamos, por uma regra que vale desde o primeiro dia.',
  },
  {
    icon: 'shield',
    title: 'Você refaz a conta',
    to: links.results(),
    text: 'A página do resultado recalcula o sorteio no seu próprio aparelho, e o seu recibo prova que o número estava na lista.',
  },
];

/** Explains how the draw can be verified. */
export function DrawPromise() {
  return (
    <section aria-labelledby="draw-promise-title" className="shell">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="draw-promise-title" className="max-w-xl text-xl sm:text-3xl">
          Um sorteio que você pode conferir
        </h2>
        <LinkButton to={links.results()} variant="outline" icon="search" className="max-sm:hidden">
          Ver resultados
        </LinkButton>
      </div>
      <ol className={`${scrollRow} mt-3 sm:mt-8 sm:gap-8 md:grid-cols-3`}>
        {steps.map((step, index) => (
          <li key={step.title} className="w-80 shrink-0 border-t-3 border-sea pt-3 sm:w-auto sm:pt-5">
            <p className="flex items-center gap-3 font-display text-lg font-bold sm:text-xl">
              <span className="grid size-11 place-items-center rounded-full bg-sea-tint text-sea-strong">
                <Icon name={step.icon} />
              </span>
              <Link to={step.to} className="hover:text-sea">
                {index + 1}. {step.title}
              </Link>
            </p>
            <p className="mt-2 text-sm text-ink-soft sm:mt-3 sm:text-base">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
