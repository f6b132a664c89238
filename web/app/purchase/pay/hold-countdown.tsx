import type { ReactNode } from 'react';
import { Icon } from '../../ui/style/icons.tsx';
import type { TimedAnswer } from './seconds-left.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

interface HoldCountdownProps {
  /** End of the reservation, ISO 8601. */
  until: string;
  /** Response that says so. */
  answer: TimedAnswer;
}

/** Minutes and seconds until the reservation ends, by the server's clock. */
export function HoldCountdown({ until, answer }: HoldCountdownProps) {
  const left = useSecondsLeft(until, answer);
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  if (left === 0) return <HoldEnded />;
  return (
    <Notice>
      <span role="timer" aria-label="Tempo que resta da reserva">
        Cotas reservadas por mais <span className="tabular">{text}</span>
      </span>
    </Notice>
  );
}

export function HoldEnded() {
  return (
    <Notice>
      <span>O prazo da reserva terminou. Conferindo o pagamento...</span>
    </Notice>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
      <Icon name="clock" />
      {children}
    </p>
  );
}
