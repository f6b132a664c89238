import type { RifaSummary } from '@mare/contract/rifas/rifa-detail.ts';
import { momentLabel } from '@mare/domain/draws/lottery/extraction-label.ts';
import { scarcityLevel, soldPercent } from '@mare/domain/rifas/scarcity.ts';
import { Link } from 'react-router';
import { formatDate, formatInteger } from '../../format.ts';
import { links } from '../../links.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { DaysLeft, DrawCountdown } from '../draw-countdown.tsx';
import { scarcityLooks, statusLooks } from '../../rifa-display/rifa-status.ts';
import { RifaStatusBadge } from '../../rifa-display/rifa-status-badge.tsx';
import { SoldProgress } from '../sold-progress.tsx';
import { PriceBadge } from '../price-badge.tsx';
import { RifaPicture } from '../../rifa-display/rifa-picture.tsx';
import { hiddenWhileResting, ParticipateLabel } from '../../purchase/resting.tsx';

interface RifaCardProps {
  rifa: RifaSummary;
}

/** Rifa as a ticket; the stub below the perforation holds status and progress. */
export function RifaCard({ rifa }: RifaCardProps) {
  const scarcity = scarcityLooks[scarcityLevel(soldPercent(rifa.soldNumbers, rifa.totalNumbers))];
  const active = rifa.status === 'active';
  const upcoming = rifa.status !== 'completed';
  return (
    <article className="ticket-card group drawn-when-near [--about:22rem] sm:[--about:40rem]">
      <div className="ticket-upper bg-surface">
        <div className="relative aspect-4/3 overflow-hidden bg-sunken">
          <RifaPicture
            image={rifa.image}
            sizes="(min-width: 1024px) 18rem, 50vw"
            className="size-full transition-transform duration-500 ease-tide group-hover:scale-104"
          />
          <RifaStatusBadge
            status={rifa.status}
            className="absolute top-2 left-2 shadow-soft sm:top-3 sm:left-3"
          />
          {rifa.access !== 'everybody' && (
            <Badge
              tone="sun"
              icon="star"
              className="absolute top-9 left-2 shadow-soft sm:top-auto sm:bottom-3 sm:left-3"
            >
              {rifa.access === 'vips' ? 'Só VIP' : 'VIP primeiro'}
            </Badge>
          )}
          {active && (
            <Badge
              tone={scarcity.tone}
              icon={scarcity.icon}
              className={`absolute top-2 right-2 shadow-soft max-sm:hidden sm:top-3 sm:right-3 ${hiddenWhileResting}`}
            >
              {scarcity.label}
            </Badge>
          )}
          <PriceBadge priceCentavos={rifa.priceCentavos} compact />
        </div>
        <div className="grid gap-1.5 px-3 pt-2.5 pb-3 sm:gap-2 sm:px-5 sm:pt-4 sm:pb-5">
          <p className="flex min-h-5 items-center gap-1.5 text-xs font-semibold text-ink-soft">
            <Icon name="calendar" className="size-4 max-sm:hidden" />
            {rifa.pauseReason ? (
              <span className="line-clamp-2">{rifa.pauseReason}</span>
            ) : rifa.opensAt ? (
              `Vendas a partir de ${momentLabel(new Date(rifa.opensAt))}`
            ) : upcoming ? (
              <DaysLeft salesEndAt={rifa.salesEndAt} />
            ) : (
              formatDate(rifa.drawDate)
            )}
          </p>
          <h3 className="text-base sm:text-xl">
            <Link
              to={links.rifa(rifa.id)}
              className="line-clamp-2 after:absolute after:inset-0 hover:text-sea sm:line-clamp-none"
            >
              {rifa.title}
            </Link>
          </h3>
          <p className="line-clamp-2 min-h-[2lh] text-sm text-ink-soft max-sm:hidden">{rifa.description}</p>
          {rifa.prizeName && (
            <p className="flex items-start gap-2 text-sm font-semibold max-sm:hidden">
              <Icon name="trophy" className="mt-0.5 size-4.5 text-coral-strong" />
              {rifa.prizeName}
            </p>
          )}
        </div>
      </div>
      <div className="ticket-stub mt-auto grid gap-2.5 bg-surface px-3 pt-3 pb-3 sm:gap-4 sm:px-5 sm:pt-5 sm:pb-5">
        <SoldProgress soldNumbers={rifa.soldNumbers} totalNumbers={rifa.totalNumbers} />
        {upcoming && (
          <div className="max-sm:hidden">
            <DrawCountdown drawDate={rifa.drawDate} />
          </div>
        )}
        <div className="grid gap-1.5 text-center sm:gap-2">
          {active ? (
            <Link
              to={links.rifa(rifa.id)}
              className={`${buttonClass({ block: true })} relative z-1 max-sm:min-h-10 max-sm:px-1 max-sm:text-sm`}
            >
              <ParticipateLabel>{statusLooks[rifa.status].action}</ParticipateLabel>
              <span className="sr-only">: {rifa.title}</span>
            </Link>
          ) : (
            <Button disabled block variant="secondary" className="max-sm:min-h-10 max-sm:px-1 max-sm:text-sm">
              {statusLooks[rifa.status].action}
            </Button>
          )}
          {active && (
            <p className="text-xs text-ink-soft max-sm:hidden">
              Restam{' '}
              <span className="tabular font-semibold">
                {formatInteger(rifa.totalNumbers - rifa.soldNumbers)}
              </span>{' '}
              números
            </p>
          )}
        </div>
      </div>
    </article>
  );
}
