import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { CorrectedParts } from '../../rifa-display/corrected-parts.tsx';
import { Card } from '../../ui/card.tsx';

/** Announced corrections of the published rifa; nothing while there is none. */
export function CorrectionsSection({ rifaId }: { rifaId: string }) {
  const legal = useQuery(queries.rifas.legal.queryOptions({ input: { id: rifaId } }));
  const corrections = legal.data?.corrections ?? [];
  if (corrections.length === 0) return null;
  return (
    <section aria-labelledby="corrections-title" id="correcoes" className="scroll-mt-24">
      <h2 id="corrections-title" className="mb-2 text-2xl">
        Correções
      </h2>
      <p className="mb-4 text-ink-soft">
        O que mudou nesta página depois da publicação, e por quê. Cada correção está também no{' '}
        <Link to={links.transparency()} className="text-link">
          registro público
        </Link>
        , de onde ninguém a apaga.
      </p>
      <ol className="grid gap-4">
        {corrections.map(({ at, reason, changes }) => (
          <li key={at}>
            <Card padded className="grid gap-4">
              <time dateTime={at} className="text-sm font-semibold">
                {formatDateTime(at)}
              </time>
              <CorrectedParts changes={changes} />
              <p>
                <strong>Motivo:</strong> {reason}
              </p>
            </Card>
          </li>
        ))}
      </ol>
    </section>
  );
}
