import { useQuery } from '@tanstack/react-query';
import type { RifaLegal } from '@mare/contract/rifas/rifa-detail.ts';
import { formatCnpj } from '@mare/domain/rifas/legal/cnpj.ts';
import { queries } from '../../api.ts';
import { formatIsoDate } from '../../draws/draw-labels.ts';
import { errorMessage } from '../../messages.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { DrawReading } from './draw-reading.tsx';

const routes: Record<Exclude<RifaLegal['route'], 'none'>, string> = {
  spa_mf: 'Promoção comercial autorizada pela SPA/MF (Lei 5.768/1971)',
  spa_mf_filantropico: 'Sorteio filantrópico autorizado pela SPA/MF (Lei 5.768/1971)',
  capitalizacao: 'Título de capitalização (filantropia premiável)',
  state_lottery: 'Loteria estadual',
};

const fallbacks: Record<RifaLegal['drawFallback'], string> = {
  lot: 'Se o número sorteado não tiver sido vendido, o prêmio sai entre os números vendidos, por uma conta que qualquer pessoa refaz.',
  next_extraction:
    'Se o número sorteado não tiver sido vendido, valem outros algarismos da mesma extração; se nenhum servir, vale a extração seguinte.',
};

interface LegalPackSectionProps {
  rifaId: string;
  totalNumbers: number;
  isCancelled: boolean;
}

/** How the number is read, authorisation, organiser and regulation of a rifa. */
export function LegalPackSection({ rifaId, totalNumbers, isCancelled }: LegalPackSectionProps) {
  const legal = useQuery(queries.rifas.legal.queryOptions({ input: { id: rifaId } }));
  return (
    <>
      {legal.data && !isCancelled && (
        <DrawReading rifaId={rifaId} totalNumbers={totalNumbers} legal={legal.data} />
      )}
      <section aria-labelledby="legal-title" id="regulamento" className="scroll-mt-24">
        <h2 id="legal-title" className="mb-4 text-2xl">
          Autorização e regulamento
        </h2>
        {legal.isError && !legal.data && (
          <ErrorState title={errorMessage(legal.error)} onRetry={() => legal.refetch()} />
        )}
        {legal.isPending && <Skeleton className="h-40" />}
        {legal.data && <Pack legal={legal.data} />}
      </section>
    </>
  );
}

function Pack({ legal }: { legal: RifaLegal }) {
  const facts: [string, string | null][] = [
    ['Via legal', legal.route === 'none' ? null : routes[legal.route]],
    ['Número da autorização', legal.authorisationNumber],
    ['Organizador', legal.organiserName],
    ['CNPJ', legal.organiserCnpj && formatCnpj(legal.organiserCnpj)],
    ['Autorização válida', validity(legal)],
    ['Entidade beneficiada', legal.beneficiaryName],
    ['CNPJ da entidade', legal.beneficiaryCnpj && formatCnpj(legal.beneficiaryCnpj)],
  ];
  const known = facts.filter(([, value]) => value);
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {known.length > 0 ? (
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          {known.map(([label, value]) => (
            <div key={label}>
              <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-ink-soft">Rifa do ambiente de demonstração: não há autorização a mostrar.</p>
      )}
      {legal.certificate && (
        <p>
          <a href={legal.certificate} className="text-link" target="_blank" rel="noreferrer">
            Ver o certificado de autorização
          </a>
        </p>
      )}
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        {legal.ownsPrizes && <li>O organizador apresentou o comprovante de propriedade dos prêmios.</li>}
        <li>
          Quem ganha tem {legal.claimDays} dias, contados do sorteio, para pedir o prêmio.
          {isSpaMf(legal.route) &&
            ' Depois disso ele prescreve, e o valor é recolhido ao Tesouro Nacional (Decreto 70.951/1972, artigo 6º).'}
        </li>
        {legal.taxNotes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        <li>{fallbacks[legal.drawFallback]}</li>
        <li>
          {legal.cotaWinsOnce
            ? 'Cada cota ganha no máximo um prêmio.'
            : 'A mesma cota pode ganhar mais de um prêmio.'}
        </li>
      </ul>
      {legal.regulation !== '' && (
        <details className="rounded-md border border-line p-4">
          <summary className="font-semibold">Ler o regulamento</summary>
          <p className="mt-4 text-sm whitespace-pre-line">{legal.regulation}</p>
          <p className="mt-4 text-sm text-ink-soft">
            Código SHA-256 deste texto: quem compra aceita exatamente ele.
            <code className="mt-1 block break-all">{legal.regulationSha256}</code>
          </p>
        </details>
      )}
    </Card>
  );
}

function isSpaMf(route: RifaLegal['route']): boolean {
  return route === 'spa_mf' || route === 'spa_mf_filantropico';
}

function validity({ validFrom, validUntil }: RifaLegal): string | null {
  return validFrom && validUntil && `de ${formatIsoDate(validFrom)} a ${formatIsoDate(validUntil)}`;
}
