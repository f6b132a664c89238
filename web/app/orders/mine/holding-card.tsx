import { countCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { Link } from 'react-router';
import type { Holding } from '@mare/contract/orders/orders.ts';
import { formatCotaNumber, formatDate, formatInteger, formatLongDate } from '../../format.ts';
import { links } from '../../links.ts';
import { disputeSentence, listExclusionSentence } from '../../rifa-display/list-exclusion.ts';
import { RifaPicture } from '../../rifa-display/rifa-picture.tsx';
import { RifaStatusBadge } from '../../rifa-display/rifa-status-badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';

const NUMBERS_SHOWN = 12;
const RECEIPTS_SHOWN = 5;
const GIFTS_SHOWN = 5;

/** Cotas of one rifa, and the result of its draw. */
export function HoldingCard({ holding }: { holding: Holding }) {
  const { status, quantity, totalNumbers } = holding;
  const drawDate = formatLongDate(holding.drawDate);
  const shown = holding.numbers.slice(0, NUMBERS_SHOWN);
  const hidden = quantity - shown.length;
  const dispute = disputeSentence(holding);
  const won = new Set(holding.drawn.filter((draw) => draw.own).map((draw) => draw.number));
  return (
    <Card padded className="grid gap-4">
      <div className="flex items-center gap-4 large-text:flex-col large-text:items-start">
        <RifaPicture
          image={holding.image}
          sizes="7rem"
          className="aspect-4/3 w-24 shrink-0 rounded-md sm:w-28"
        />
        <div className="grid min-w-0 justify-items-start gap-1">
          <RifaStatusBadge status={status} />
          <h3 className="text-lg leading-snug">
            <Link to={links.rifaDetail(holding.rifaId)} className="hover:text-sea hover:underline">
              {holding.title}
            </Link>
          </h3>
          <p className="text-sm text-ink-soft">
            {quantity > 0 && `${countCotas(quantity)} · `}
            {status === 'cancelled'
              ? 'não será sorteada'
              : status === 'completed'
                ? `sorteada em ${drawDate}`
                : `sorteio em ${drawDate}`}
          </p>
        </div>
      </div>
      {dispute && <p className="text-sm">{dispute}</p>}
      <DrawResult holding={holding} />
      {quantity > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          {shown.map((number) => (
            <NumberChip key={number} size="md" tone={won.has(number) ? 'sun' : 'sea'}>
              {formatCotaNumber(number, totalNumbers)}
            </NumberChip>
          ))}
          {hidden > 0 && (
            <span className="text-sm text-ink-soft">e mais {formatInteger(hidden)} nos recibos</span>
          )}
        </p>
      )}
      <Gifts holding={holding} />
      <Receipts holding={holding} />
    </Card>
  );
}

function DrawResult({ holding }: { holding: Holding }) {
  const { rifaId, status, quantity, drawn, totalNumbers } = holding;
  const leftOut = listExclusionSentence(holding);
  if (status === 'cancelled')
    return <p className="text-sm text-ink-soft">O valor pago volta para quem pagou.</p>;
  if (status === 'closed')
    return (
      <p className="text-sm">
        As vendas terminaram.{' '}
        <Link to={links.draw(rifaId)} className="text-link">
          Acompanhar o sorteio
        </Link>{' '}
        {leftOut}
      </p>
    );
  if (drawn.length === 0)
    return status === 'completed' ? (
      <p className="text-sm">
        O sorteio terminou sem ganhador.{' '}
        <Link to={links.draw(rifaId)} className="text-link">
          Conferir o sorteio
        </Link>{' '}
        {leftOut}
      </p>
    ) : null;
  const won = drawn.filter((draw) => draw.own);
  return (
    <div className="grid gap-1 rounded-md bg-sea-tint px-4 py-3 text-sm">
      {won.length > 0 ? (
        <p className="flex items-start gap-2 font-bold">
          <Icon name="trophy" className="mt-0.5 size-4 text-sea" />
          Você ganhou: {won.map((draw) => `${draw.position}º lugar`).join(', ')}. Veja o prazo em{' '}
          <Link to={links.myPrizes()} className="text-link">
            Meus prêmios
          </Link>
          .
        </p>
      ) : (
        quantity > holding.leftOut && (
          <p className="font-semibold">Desta vez não foi. Agradecemos a sua participação!</p>
        )
      )}
      {leftOut && <p>{leftOut}</p>}
      <p>
        Números sorteados:{' '}
        <span className="tabular font-semibold">
          {drawn.map((draw) => formatCotaNumber(draw.number, totalNumbers)).join(', ')}
        </span>{' '}
        ·{' '}
        <Link to={links.draw(rifaId)} className="text-link">
          Conferir o sorteio
        </Link>
      </p>
    </div>
  );
}

/** Received gifts with their proofs, and the number of given cotas. */
function Gifts({ holding: { received, givenAway, totalNumbers } }: { holding: Holding }) {
  if (received.length === 0 && givenAway === 0) return null;
  return (
    <ul className="grid gap-1.5 text-sm">
      {received.slice(0, GIFTS_SHOWN).map(({ reference, numbers, giver }) => (
        <li key={reference} className="flex items-start gap-2">
          <Icon name="gift" className="mt-0.5 size-4 text-sea" />
          <span>
            <span className="tabular font-semibold">
              {numbers.length === 1
                ? formatCotaNumber(numbers[0]!, totalNumbers)
                : countCotas(numbers.length)}
            </span>
            : presente de {giver} ·{' '}
            <Link to={links.giftProof(reference)} className="text-link">
              Comprovante
            </Link>
          </span>
        </li>
      ))}
      {received.length > GIFTS_SHOWN && (
        <li className="text-ink-soft">
          e mais {formatInteger(received.length - GIFTS_SHOWN)}{' '}
          {received.length - GIFTS_SHOWN === 1 ? 'presente' : 'presentes'}
        </li>
      )}
      {givenAway > 0 && <li className="text-ink-soft">Você deu {countCotas(givenAway)} de presente.</li>}
    </ul>
  );
}

function Receipts({ holding: { receipts, title } }: { holding: Holding }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {receipts.slice(0, RECEIPTS_SHOWN).map(({ externalReference, paidAt }) => (
        <li key={externalReference}>
          <Link to={links.order(externalReference)} className="text-link">
            {paidAt ? `Recibo de ${formatDate(paidAt)}` : 'Recibo'}
            <span className="sr-only">: {title}</span>
          </Link>
        </li>
      ))}
      {receipts.length > RECEIPTS_SHOWN && <li className="text-ink-soft">os outros estão no Histórico</li>}
    </ul>
  );
}
