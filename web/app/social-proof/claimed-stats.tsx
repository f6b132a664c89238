import { IllustrativeCaption } from './illustrative.tsx';
import { useIllustrative } from './social-proof-context.ts';

const stats = [
  { value: '500+', label: 'rifas realizadas' },
  { value: '50K+', label: 'participantes' },
  { value: 'R$ 2M+', label: 'em prêmios' },
  { value: '99.8%', label: 'de satisfação' },
];

/** Illustrative statistics of the about page (spec: community, section 2). */
export function ClaimedStats() {
  if (!useIllustrative()) return null;
  return (
    <section
      aria-labelledby="claimed-stats-title"
      className="rounded-xl bg-deep px-6 py-8 text-on-deep sm:px-10"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="claimed-stats-title" className="text-xl">
          Nossos números
        </h2>
        <IllustrativeCaption className="text-on-deep-soft" />
      </div>
      <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-7 md:grid-cols-4">
        {stats.map((stat) => (
          <div key={stat.label} className="flex flex-col-reverse">
            <dt className="text-on-deep-soft">{stat.label}</dt>
            <dd className="tabular font-display text-3xl font-extrabold">{stat.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
