import { links } from '../links.ts';
import { useRootData } from '../document/root-data.ts';
import { LinkButton } from '../ui/button.tsx';
import { lazyBoundary } from '../ui/loading/lazy-boundary.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.ts';
import { Icon, type IconName } from '../ui/style/icons.tsx';

/** Static picture: hydrated after the rest of the page. */
const BeachScene = lazyBoundary(
  lazyComponent(() =>
    import('../ui/style/beach-scene.tsx').then((module) => ({ default: module.BeachScene })),
  ),
);

const promises: { icon: IconName; text: string }[] = [
  { icon: 'ticket', text: 'Cada número vendido uma única vez' },
  { icon: 'pix', text: 'Pix com confirmação na hora' },
  { icon: 'shield', text: 'Sorteio que você pode conferir' },
];

export function Hero() {
  const site = useRootData()?.site;
  return (
    <section aria-labelledby="hero-title" className="relative isolate">
      <div className="absolute inset-0 -z-1">
        <BeachScene />
      </div>
      <div className="shell grid pt-6 pb-18 sm:pt-10 sm:pb-60 lg:pt-24 lg:pb-52">
        <div className="max-w-xl lg:max-w-[min(36rem,46vw)]">
          <h1 id="hero-title" className="text-3xl font-extrabold sm:text-4xl">
            {site?.heroTitle}
          </h1>
          <p className="mt-2 max-w-lg sm:mt-5 sm:text-lg">{site?.heroText}</p>
          <div className="mt-7 flex flex-wrap gap-3 max-sm:hidden">
            <LinkButton to={{ hash: '#rifas' }} size="lg">
              Ver Rifas
            </LinkButton>
            <LinkButton to={links.howToTakePart()} size="lg" variant="outline" className="border-ink!">
              Como Participar
            </LinkButton>
          </div>
          <ul className="mt-8 grid gap-2 text-sm font-semibold max-sm:hidden">
            {promises.map((promise) => (
              <li key={promise.text} className="flex items-center gap-2.5">
                <Icon name={promise.icon} />
                {promise.text}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
