import type { RifaPrize } from '@mare/contract/rifas/rifa-detail.ts';
import { formatBrl } from '../format.ts';
import { Badge } from '../ui/data-display/badge.tsx';
import { classNames } from '../ui/style/class-names.ts';
import { RifaPicture } from './rifa-picture.tsx';

/** Prizes by position. */
export function PrizeList({ prizes }: { prizes: RifaPrize[] }) {
  return (
    <section aria-labelledby="prizes-title" className="grid gap-4">
      <h2 id="prizes-title" className="text-2xl">
        Prêmios
      </h2>
      {prizes.length === 0 ? (
        <p className="text-ink-soft">Nenhum prêmio cadastrado para esta rifa.</p>
      ) : (
        <ol className="divide-y divide-line border-y border-line">
          {prizes.map((prize) => (
            <li key={prize.id} className="flex gap-4 py-4">
              <span
                className={classNames(
                  'grid size-12 shrink-0 place-items-center rounded-full font-display text-lg font-extrabold',
                  prize.position === 1 ? 'bg-sun text-on-sun' : 'bg-sea-tint text-sea-strong',
                )}
              >
                {prize.position}º
              </span>
              {prize.image && (
                <RifaPicture
                  image={prize.image}
                  sizes="96px"
                  className="aspect-4/3 w-24 shrink-0 self-start rounded-md bg-sunken"
                />
              )}
              <div className="grid min-w-0 grow gap-x-6 gap-y-1 sm:grid-cols-[1fr_auto]">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-bold">
                  {prize.name}
                  {prize.prizeType === 'service' && <Badge tone="sea">Serviço</Badge>}
                  {prize.prizeType === 'cash' && <Badge tone="sun">Em dinheiro</Badge>}
                </p>
                {prize.description && (
                  <p className="text-sm text-ink-soft sm:col-start-1">{prize.description}</p>
                )}
                {prize.valueCentavos !== null && (
                  <p className="tabular flex items-baseline gap-2 font-bold sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:grid sm:content-start sm:justify-items-end sm:leading-tight">
                    <span className="text-xs font-normal text-ink-soft">
                      {prize.prizeType === 'cash' ? 'Antes do imposto' : 'Valor'}
                    </span>
                    {formatBrl(prize.valueCentavos)}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
