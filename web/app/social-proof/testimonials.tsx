import { classNames } from '../ui/style/class-names.ts';
import { Icon } from '../ui/style/icons.tsx';
import { Illustrative } from './illustrative.tsx';
import { useIllustrative } from './social-proof-context.ts';

type Category = 'trust' | 'winning' | 'value';

interface Testimonial {
  name: string;
  location: string;
  message: string;
  prize: string;
  category: Category;
  /** Stars, 1 to 5. */
  rating: number;
  /** Initials. */
  avatar: string;
}

const testimonials: Testimonial[] = [
  {
    name: 'Ana Paula S.',
    location: 'Maceió, AL',
    message:
      'Conferi o resultado no meu celular, passo a passo. Bateu com a Loteria Federal, número por número.',
    prize: 'Enxoval de filé',
    category: 'trust',
    rating: 5,
    avatar: 'AP',
  },
  {
    name: 'Luciana M.',
    location: 'Marechal Deodoro, AL',
    message: 'Comprei dez cotas no intervalo do almoço e esqueci. No sábado meu telefone tocou e eu chorei.',
    prize: 'Máquina de costura',
    category: 'winning',
    rating: 5,
    avatar: 'LM',
  },
  {
    name: 'Rosângela T.',
    location: 'Rio Largo, AL',
    message: 'O plano Ouro vale a pena: paguei vinte e levei vinte e cinco. E o Pix caiu na mesma hora.',
    prize: 'Cesta de café da manhã',
    category: 'value',
    rating: 4,
    avatar: 'RT',
  },
];

const avatars: Record<Category, string> = {
  trust: 'bg-sea text-on-sea',
  winning: 'bg-sun text-on-sun',
  value: 'bg-coral text-on-coral',
};

export function Testimonials() {
  if (!useIllustrative()) return null;
  return (
    <section aria-labelledby="testimonials-title" className="shell">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="testimonials-title" className="text-xl sm:text-2xl">
          Quem já ganhou
        </h2>
        <Illustrative />
      </div>
      <ul className="mt-3 grid gap-6 sm:mt-6 lg:grid-cols-3">
        {testimonials.map((testimonial) => (
          <li
            key={testimonial.name}
            className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 shadow-soft not-first:max-sm:hidden sm:gap-4 sm:p-6"
          >
            <Stars rating={testimonial.rating} />
            <blockquote className="grow sm:text-lg">“{testimonial.message}”</blockquote>
            <div className="flex items-center gap-3">
              <span
                aria-hidden
                className={classNames(
                  'grid size-12 shrink-0 place-items-center rounded-full font-display font-bold',
                  avatars[testimonial.category],
                )}
              >
                {testimonial.avatar}
              </span>
              <p className="text-sm leading-snug">
                <strong className="block text-base">{testimonial.name}</strong>
                <span className="text-ink-soft">
                  {testimonial.location} · {testimonial.prize}
                </span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <p className="flex gap-0.5">
      <span className="sr-only">{rating} de 5 estrelas</span>
      {[1, 2, 3, 4, 5].map((star) => (
        <Icon
          key={star}
          name="star"
          className={classNames('size-5', star <= rating ? 'text-sun' : 'text-line')}
        />
      ))}
    </p>
  );
}
