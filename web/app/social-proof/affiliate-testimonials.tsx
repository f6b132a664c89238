import { IllustrativeCaption } from './illustrative.tsx';
import { useIllustrative } from './social-proof-context.ts';

const testimonials = [
  {
    name: 'Jéssica N.',
    location: 'Maceió, AL',
    avatar: 'JN',
    message:
      'Mando o link no grupo da família e no das amigas do trabalho. No fim do mês paga a minha internet.',
  },
  {
    name: 'Karla R.',
    location: 'Paripueira, AL',
    avatar: 'KR',
    message: 'Gosto porque dá para ver cada venda no painel. Não preciso perguntar nada a ninguém.',
  },
  {
    name: 'Elisângela M.',
    location: 'Satuba, AL',
    avatar: 'EM',
    message: 'Divulgo porque já conferi um sorteio eu mesma. É fácil indicar o que a gente confia.',
  },
];

/** Invented testimonials of affiliates, marked as illustrative. */
export function AffiliateTestimonials() {
  if (!useIllustrative()) return null;
  return (
    <section aria-labelledby="affiliate-testimonials-title" className="grid gap-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="affiliate-testimonials-title" className="text-2xl">
          Quem já divulga
        </h2>
        <IllustrativeCaption className="text-ink-soft" />
      </div>
      <ul className="grid gap-6 lg:grid-cols-3">
        {testimonials.map((testimonial) => (
          <li
            key={testimonial.name}
            className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-6 shadow-soft"
          >
            <blockquote className="grow text-lg">“{testimonial.message}”</blockquote>
            <div className="flex items-center gap-3">
              <span
                aria-hidden
                className="grid size-12 shrink-0 place-items-center rounded-full bg-coral font-display font-bold text-on-coral"
              >
                {testimonial.avatar}
              </span>
              <p className="text-sm leading-snug">
                <strong className="block text-base">{testimonial.name}</strong>
                <span className="text-ink-soft">{testimonial.location}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
