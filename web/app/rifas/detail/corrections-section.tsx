import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { LoggedCorrection } from '@mare/contract/rifas/corrections.ts';
import { queries } from '../../api.ts';
import { formatDateTime, formatInteger } from '../../format.ts';
import { links } from '../../links.ts';
import { CorrectedParts } from '../../rifa-display/corrected-parts.tsx';
import { Card } from '../../ui/card.tsx';
import { EvidenceAlert } from '../../ui/evidence-alert.tsx';

/** Announced corrections of the published rifa; nothing while there is none. */
export function CorrectionsSection({ rifaId }: { rifaId: string }) {
  const legal = useQuery(queries.rifas.legal.queryOptions({ input: { id: rifaId } }));
  const { corrections = [], deletedCorrections = [] } = legal.data ?? {};
  if (corrections.length === 0 && deletedCorrections.length === 0) return null;
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
        : apagar de lá contradiz o que já foi assinado.
      </p>
      {deletedCorrections.length > 0 && <DeletedCorrections deleted={deletedCorrections} />}
      <ol className="grid gap-4">
        {corrections.map(({ at, reason, changes, isLogged }) => (
          <li key={at}>
            <Card padded className="grid gap-4">
              <time dateTime={at} className="text-sm font-semibold">
                {formatDateTime(at)}
              </time>
              <CorrectedParts changes={changes} />
              <p>
                <strong>Motivo:</strong> {reason}
              </p>
              {!isLogged && (
                <EvidenceAlert title="Esta correção não está no registro público.">
                  <p>
                    Toda correção entra nele na hora em que é anunciada: esta foi escrita no banco de dados do
                    site. Guarde uma cópia desta tela e pergunte à organização o motivo.
                  </p>
                </EvidenceAlert>
              )}
            </Card>
          </li>
        ))}
      </ol>
    </section>
  );
}

function DeletedCorrections({ deleted }: { deleted: readonly LoggedCorrection[] }) {
  return (
    <EvidenceAlert
      title={
        deleted.length === 1
          ? 'Uma correção anunciada foi apagada ou mudada no banco de dados do site.'
          : `${formatInteger(deleted.length)} correções anunciadas foram apagadas ou mudadas no banco de dados do site.`
      }
      className="mb-4"
    >
      <p>
        O registro público guarda o que dizia. Guarde uma cópia desta tela e pergunte à organização o motivo.
      </p>
      <ol className="grid gap-3">
        {deleted.map(({ at, reason, changes }) => (
          <li key={at} className="grid gap-1 wrap-break-word">
            <time dateTime={at} className="text-sm font-semibold">
              {formatDateTime(at)}
            </time>
            {changes.map((change) => (
              <p key={change}>{change}</p>
            ))}
            <p>
              <strong>Motivo:</strong> {reason}
            </p>
          </li>
        ))}
      </ol>
    </EvidenceAlert>
  );
}
