import { links } from '../links.ts';
import { hiddenWhileResting } from '../purchase/resting.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Jangada } from '../ui/style/beach-scene.tsx';

export function CallToAction() {
  return (
    <section aria-labelledby="call-title" className={`shell ${hiddenWhileResting}`}>
      <div className="relative isolate overflow-hidden rounded-xl bg-deep px-5 py-5 text-on-deep sm:px-12 sm:py-16">
        <Jangada className="absolute -right-6 -bottom-10 -z-1 w-40 opacity-40 sm:right-8 sm:w-80 sm:opacity-100" />
        <h2 id="call-title" className="text-2xl sm:text-3xl">
          Pronto para ganhar?
        </h2>
        <p className="mt-3 max-w-md text-on-deep-soft max-sm:hidden">
          Em seis passos você entende como escolher, pagar e acompanhar o sorteio.
        </p>
        <LinkButton to={links.howToTakePart()} variant="sun" size="lg" className="mt-4 sm:mt-7">
          Como Participar
        </LinkButton>
      </div>
    </section>
  );
}
