import { Icon } from '../../ui/style/icons.tsx';

/** Shown while the server is overloaded and the page retries. */
export function BusyNote({ waiting }: { waiting: boolean }) {
  return (
    <div aria-live="polite">
      {waiting && (
        <p className="flex gap-3 rounded-md bg-sun-tint p-4 text-ink">
          <Icon name="clock" className="mt-0.5 shrink-0" />
          <span>
            <strong className="block">Muita gente comprando agora</strong>
            Você está na fila e continuamos tentando por você. Deixe esta página aberta.
          </span>
        </p>
      )}
    </div>
  );
}
