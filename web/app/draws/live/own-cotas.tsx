import { Link } from 'react-router';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import type { Holding } from '@mare/contract/orders/orders.ts';
import { nearestNumbers } from '@mare/domain/draws/draw-replay.ts';
import { formatCotaNumber, formatCount } from '../../format.ts';
import { links } from '../../links.ts';
import { useSession } from '../../session/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';
import { lostSentence } from './draw-news.tsx';
import { useOwnHolding } from './use-own-holding.ts';

const NUMBERS_SHOWN = 12;
const NEAR_NUMBERS = 3;

interface OwnCotasProps {
  rifa: DrawAudit['rifa'];
  /** The current number of the replay: the caller's nearest cotas are highlighted. */
  near: number | null;
  /** The winners are shown. */
  isDrawn: boolean;
}

/** The caller's cotas. */
export function OwnCotas({ rifa, near, isDrawn }: OwnCotasProps) {
  const session = useSession();
  const { isLoaded, holding } = useOwnHolding(rifa.id);
  if (session.status === 'visitor')
    return (
      <p className="text-ink-soft">
        Tem cotas desta rifa?{' '}
        <Link
          to={links.auth(links.liveDraw(rifa.id))}
          className="font-semibold text-sea underline underline-offset-4"
        >
          Entre para acompanhar as suas
        </Link>
        .
      </p>
    );
  if (!holding) return isLoaded ? <p className="text-ink-soft">Você não tem cotas desta rifa.</p> : null;
  const won = isDrawn ? holding.drawn.filter(({ own }) => own) : [];
  if (won.length > 0) return <OwnWin won={won} rifa={rifa} />;
  const nearest = near === null ? [] : nearestNumbers(holding.numbers, near, NEAR_NUMBERS);
  const shown =
    near === null ? holding.numbers.slice(0, NUMBERS_SHOWN) : nearest.toSorted((one, other) => one - other);
  const hidden = holding.quantity - shown.length;
  return (
    <Card padded className="grid gap-3">
      <h2 className="text-xl">Você tem {formatCount(holding.quantity, 'cota', 'cotas')}</h2>
      {isDrawn && holding.status === 'completed' && <p>{lostSentence(holding)}</p>}
      {near !== null && (
        <p className="text-sm text-ink-soft">
          {nearest[0] === near
            ? 'Este número é seu!'
            : `As suas mais perto do ${formatCotaNumber(near, rifa.totalNumbers)}:`}
        </p>
      )}
      <ul aria-label="Seus números" className="flex flex-wrap items-center gap-2">
        {shown.map((number) => (
          <li key={number} className="grid">
            <NumberChip size="md" tone={near === number ? 'sun' : 'sea'}>
              {formatCotaNumber(number, rifa.totalNumbers)}
            </NumberChip>
          </li>
        ))}
        {near === null && hidden > 0 && <li className="text-sm text-ink-soft">e mais {hidden}</li>}
      </ul>
    </Card>
  );
}

function OwnWin({ won, rifa }: { won: Holding['drawn']; rifa: DrawAudit['rifa'] }) {
  return (
    <Card padded className="grid gap-4 border-2 border-sun">
      <h2 className="text-2xl">Parabéns, você ganhou!</h2>
      <ul className="grid gap-3">
        {won.map(({ position, number }) => (
          <li key={position} className="flex items-center gap-3">
            <NumberChip tone="sun" size="lg">
              {formatCotaNumber(number, rifa.totalNumbers)}
            </NumberChip>
            <span>{position}º lugar</span>
          </li>
        ))}
      </ul>
      <LinkButton to={links.myPrizes()} icon="trophy" className="justify-self-start">
        Ver o meu prêmio
      </LinkButton>
    </Card>
  );
}
