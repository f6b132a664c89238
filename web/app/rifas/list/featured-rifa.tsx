import type { RifaSummary } from '@mare/contract/rifas/rifa-detail.ts';
import { FEATURED_WARNS_ABOVE_PERCENT, soldPercent } from '@mare/domain/rifas/scarcity.ts';
import { Link } from 'react-router';
import { formatDateTime, formatInteger } from '../../format.ts';
import { links } from '../../links.ts';
import { Hotness } from '../../social-proof/hotness.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { DrawCountdown } from '../draw-countdown.tsx';
import { PriceBadge } from '../price-badge.tsx';
import { RifaStatusBadge } from '../../rifa-display/rifa-status-badge.tsx';
import { SoldProgress } from '../sold-progress.tsx';
import { RifaPicture } from '../../rifa-display/rifa-picture.tsx';
import { hiddenWhileResting, ParticipateLabel } from '../../purchase/resting.tsx';

/** Large card of the first rifa. */
export function FeaturedRifa({ rifa }: { rifa: RifaSummary }) {
  const percent = soldPercent(rifa.soldNumbers, rifa.totalNumbers);
  return (
    <article className="grid overflow-hidden rounded-xl bg-surface shadow-lift lg:grid-cols-[1.15fr_1fr]">
      <Link
        to={links.rifa(rifa.id)}
        tabIndex={-1}
        aria-hidden
        className="relative block aspect-16/9 overflow-hidden bg-sunken lg:aspect-auto"
      >
        <RifaPicture image={rifa.image} sizes="(min-width: 1024px) 40rem, 100vw" className="size-full" />
        <RifaStatusBadge status={rifa.status} className="absolute top-4 left-4 shadow-soft" />
        <PriceBadge priceCentavos={rifa.priceCentavos} />
      </Link>
      <div className="grid content-center gap-3.5 p-4 sm:gap-5 sm:p-8 lg:p-10">
        <div className="grid gap-2">
          <div className={`${hiddenWhileResting} empty:hidden`}>
            <Hotness seed={rifa.id} />
          </div>
          <h3 className="text-2xl sm:text-3xl">
            <Link to={links.rifa(rifa.id)} className="hover:text-sea">
              {rifa.title}
            </Link>
          </h3>
          <p className="line-clamp-3 text-ink-soft max-sm:hidden">{rifa.description}</p>
          {rifa.prizeName && rifa.prizeName !== rifa.title && (
            <p className="flex items-start gap-2 font-semibold">
              <Icon name="trophy" className="mt-0.5 text-coral-strong" />
              {rifa.prizeName}
            </p>
          )}
        </div>
        <SoldProgress soldNumbers={rifa.soldNumbers} totalNumbers={rifa.totalNumbers} />
        {percent > FEATURED_WARNS_ABOVE_PERCENT && percent < 100 && (
          <p
            className={`flex items-center gap-2 rounded-md bg-coral-tint px-3 py-2 text-sm font-semibold sm:px-4 sm:py-3 sm:text-base text-coral-strong ${hiddenWhileResting}`}
          >
            <Icon name="flame" />
            Restam apenas {formatInteger(rifa.totalNumbers - rifa.soldNumbers)} cotas!
          </p>
        )}
        <div className="grid gap-2">
          <p className="flex items-center gap-2 text-sm text-ink-soft">
            <Icon name="calendar" className="size-4.5" />
            <span>
              Sorteio em <time dateTime={rifa.drawDate}>{formatDateTime(rifa.drawDate)}</time>
            </span>
          </p>
          <DrawCountdown drawDate={rifa.drawDate} />
        </div>
        <LinkButton to={links.rifa(rifa.id)} size="lg" block>
          {rifa.pauseReason ? 'VENDAS PAUSADAS' : <ParticipateLabel>PARTICIPAR AGORA</ParticipateLabel>}
        </LinkButton>
      </div>
    </article>
  );
}
