import { Fragment } from 'react';
import { Link } from 'react-router';
import type { RifaProofs } from '@mare/contract/draws/proofs.ts';
import { leafHash, rootOfPath } from '@mare/domain/draws/sealing/merkle-tree.ts';
import { fromHex, toHex } from '@mare/domain/hex.ts';
import { formatCotaNumber, formatInteger } from '../../format.ts';
import { links } from '../../links.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';
import { formatIsoDate } from '../draw-labels.ts';
import { HashText } from '../hash-text.tsx';

/** A buyer's cotas of one rifa, with their Merkle paths verified in the browser. */
export function RifaProof({
  rifa,
  isPaid = true,
  holding,
}: {
  rifa: RifaProofs;
  /** False once the money went back: no list is to come for the cotas. */ isPaid?: boolean;
  /** Replaces the count of cotas. */ holding?: string;
}) {
  const { list, seal } = rifa;
  return (
    <Card padded className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="text-xl">{rifa.title}</h2>
        <p className="text-sm text-ink-soft">
          {holding ?? `${rifa.count === 1 ? '1 cota' : `${formatInteger(rifa.count)} cotas`} neste pedido`} ·{' '}
          <Link to={links.draw(rifa.rifaId)} className="font-semibold text-sea underline underline-offset-4">
            A história do sorteio
          </Link>
        </p>
      </div>
      {rifa.status === 'cancelled' && <p>Esta rifa foi cancelada: não haverá sorteio.</p>}
      {!list && rifa.status !== 'cancelled' && isPaid && (
        <p>A lista desta rifa ainda não foi congelada. Volte depois do fim das vendas.</p>
      )}
      {list && (
        <>
          {seal && (
            <p>
              Extração <strong>{seal.extraction}</strong> da Loteria Federal,{' '}
              {formatIsoDate(seal.extractionDate)}.
            </p>
          )}
          <dl className="grid gap-3">
            {seal && <HashText label="Lacre" hash={seal.hash} />}
            <HashText label="Raiz da árvore" hash={list.root} />
            <HashText label="O seu código na lista" hash={rifa.tag ?? ''} />
            <HashText
              label="Chave do seu código. Guarde: só com ela se prova que o código é seu."
              hash={rifa.opening ?? ''}
            />
            {rifa.formerTags.map(({ tag, opening }) => (
              <Fragment key={tag}>
                <HashText label="Outro código seu, de uma conta unida depois" hash={tag} />
                <HashText label="Chave deste outro código" hash={opening} />
              </Fragment>
            ))}
          </dl>
          <ul className="grid gap-3">
            {rifa.cotas.map((cota) => (
              <CotaProof key={cota.number} cota={cota} root={list.root} totalNumbers={rifa.totalNumbers} />
            ))}
          </ul>
          {rifa.missing.length > 0 && (
            <p className="rounded-md bg-warning-tint px-4 py-3 text-warning">
              Não estão na lista com o seu código:{' '}
              {rifa.missing.map((number) => formatCotaNumber(number, rifa.totalNumbers)).join(', ')}. Se não
              souber por quê, fale com o suporte.
            </p>
          )}
        </>
      )}
    </Card>
  );
}

interface CotaProofProps {
  cota: RifaProofs['cotas'][number];
  root: string;
  totalNumbers: number;
}

function CotaProof({ cota, root, totalNumbers }: CotaProofProps) {
  const path = cota.path.map(({ side, hash }) => ({ side, hash: fromHex(hash) }));
  const isProved = toHex(rootOfPath(leafHash(new TextEncoder().encode(cota.line)), path)) === root;
  return (
    <li>
      <details className="rounded-md border border-line">
        <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-3 px-4 py-2">
          <NumberChip size="md">{formatCotaNumber(cota.number, totalNumbers)}</NumberChip>
          <span className={isProved ? 'font-semibold text-success' : 'font-semibold text-danger'}>
            <Icon name={isProved ? 'check' : 'alert'} className="mr-1 inline size-5" />
            {isProved ? 'Está na lista lacrada' : 'Não leva à raiz: fale com o suporte'}
          </span>
          <span className="text-sm text-ink-soft">linha {formatInteger(cota.place)}</span>
        </summary>
        <dl className="grid gap-2 border-t border-line px-4 py-3">
          <HashText label="A linha da lista" hash={cota.line} />
          {cota.path.map(({ side, hash }, index) => (
            <HashText
              key={hash}
              label={`Passo ${index + 1}, ${side === 'left' ? 'à esquerda' : 'à direita'}`}
              hash={hash}
            />
          ))}
        </dl>
      </details>
    </li>
  );
}
