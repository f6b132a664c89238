import { useEffect, useState } from 'react';
import { Icon } from '../../ui/style/icons.tsx';

interface HoldCountdownProps {
  /** End of the reservation, ISO 8601. */
  until: string;
  /** Server time of the response, ISO 8601. */
  serverNow: string;
}

/** Minutes and seconds until the reservation ends, by the server's clock. */
export function HoldCountdown({ until, serverNow }: HoldCountdownProps) {
  const left = useSecondsLeft(until, serverNow);
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <p className="flex items-center gap-2 rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
      <Icon name="clock" />
      {left > 0 ? (
        <span role="timer" aria-label="Tempo que resta da reserva">
          Cotas reservadas por mais <span className="tabular">{text}</span>
        </span>
      ) : (
        <span>O prazo da reserva terminou. Conferindo o pagamento...</span>
      )}
    </p>
  );
}

function useSecondsLeft(until: string, serverNow: string): number {
  const [skew] = useState(() => Date.parse(serverNow) - Date.now());
  const remaining = () => Math.max(0, Math.round((Date.parse(until) - Date.now() - skew) / 1000));
  const [left, setLeft] = useState(remaining);
  useEffect(() => {
    const timer = setInterval(() => setLeft(remaining()), 500);
    return () => clearInterval(timer);
  });
  return left;
}
