import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OwnVoucher } from '@mare/contract/partners/vouchers.ts';
import type { BookingAction, BookingSide } from '@mare/domain/partners/booking.ts';
import { formatDateTime } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ProposeDates } from './propose-dates.tsx';

type Booking = NonNullable<OwnVoucher['booking']>;

export interface BookingPanelProps {
  side: BookingSide;
  /** Distinguishes the buttons of several vouchers for screen readers. */
  prizeName?: string;
  booking: Booking | null;
  /** Expiry of the voucher. */
  expiresAt: string;
  pending: boolean;
  /** The winner gets no notification on the site. */
  isAccountless?: boolean;
  /** @param onDone once it is saved, or after a conflict; the panel then shows the current state */
  onAction: (action: BookingAction, onDone: () => void) => void;
}

const OTHER: Record<BookingSide, string> = { winner: 'O parceiro', partner: 'Quem ganhou' };

/** The date of a voucher, for the winner or the partner. */
export function BookingPanel({
  side,
  prizeName,
  booking,
  expiresAt,
  pending,
  isAccountless = false,
  onAction,
}: BookingPanelProps) {
  const now = useNow();
  const [isProposing, setProposing] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  const showStatus = () => {
    flushSync(() => setProposing(false));
    // Moves focus: the pressed button has disappeared.
    status.current?.focus();
  };
  const act = (action: BookingAction) => onAction(action, showStatus);
  if (isProposing)
    return (
      <ProposeDates
        expiresAt={expiresAt}
        pending={pending}
        onPropose={(dates) => act({ kind: 'propose', dates })}
        onCancel={showStatus}
      />
    );
  const isPast = (date: string | null) => date !== null && now !== null && Date.parse(date) <= now;
  const isBooked = booking?.state === 'booked';
  const hasPassed = isBooked && isPast(booking.bookedFor);
  const cancelLabel = isBooked ? 'Cancelar a data' : 'Cancelar as propostas';
  const of = prizeName ? `: ${prizeName}` : '';
  const canAccept = booking?.state === 'proposed' && booking.by !== side;
  return (
    <div className="grid justify-items-start gap-3">
      <p ref={status} tabIndex={-1} className={isBooked ? 'font-semibold' : 'text-sm text-ink-soft'}>
        {stateOf(side, booking, { hasPassed, isAccountless })}
      </p>
      {booking?.state === 'proposed' && (
        <ul aria-label="Datas propostas" className="grid w-full gap-2">
          {booking.dates.map((date) => (
            <li key={date} className="flex flex-wrap items-center justify-between gap-2">
              <span className="tabular font-semibold">{formatDateTime(date)}</span>
              {canAccept && !isPast(date) && (
                <Button
                  size="sm"
                  aria-label={`Aceitar ${formatDateTime(date)}${of}`}
                  loading={pending}
                  onClick={() => act({ kind: 'accept', date })}
                >
                  Aceitar
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {(!isBooked || hasPassed) && (
          <Button variant="outline" size="sm" icon="calendar" onClick={() => setProposing(true)}>
            {booking?.state === 'proposed' ? 'Propor outras datas' : 'Propor datas'}
            <span className="sr-only">{of}</span>
          </Button>
        )}
        {booking && booking.state !== 'cancelled' && !hasPassed && (
          <Button variant="quiet" size="sm" loading={pending} onClick={() => setCancelling(true)}>
            {cancelLabel}
            <span className="sr-only">{of}</span>
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isCancelling}
        onClose={() => setCancelling(false)}
        title={`${cancelLabel}?`}
        action={cancelLabel}
        onConfirm={() => {
          setCancelling(false);
          act({ kind: 'cancel' });
        }}
      >
        {isBooked
          ? `O horário de ${formatDateTime(booking.bookedFor!)} deixa de estar marcado`
          : 'As datas propostas deixam de valer'}
        , e {OTHER[side].toLowerCase()} recebe um aviso. O voucher continua valendo: vocês podem combinar
        outra data.
      </ConfirmDialog>
    </div>
  );
}

function stateOf(
  side: BookingSide,
  booking: Booking | null,
  { hasPassed, isAccountless }: { hasPassed: boolean; isAccountless: boolean },
): string {
  // Also for a cached page from a version without bookings.
  if (!booking) return 'Combine com o parceiro o dia e a hora: proponha até três datas.';
  const isOwn = booking.by === side;
  switch (booking.state) {
    case 'proposed':
      return isOwn
        ? `Você propôs estas datas. ${isAccountless ? 'Volte aqui para ver a resposta.' : 'Avisamos quando houver resposta.'}`
        : `${OTHER[side]} propôs estas datas:`;
    case 'booked':
      return `${hasPassed ? 'Estava marcado' : 'Marcado'} para ${formatDateTime(booking.bookedFor!)}.`;
    case 'cancelled':
      return `${isOwn ? 'Você' : OTHER[side]} cancelou. O voucher continua valendo: proponha outra data.`;
  }
}
