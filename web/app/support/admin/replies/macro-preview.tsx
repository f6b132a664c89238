import type { TicketAct } from '@mare/domain/support/macro.ts';
import { classNames } from '../../../ui/style/class-names.ts';
import { Icon } from '../../../ui/style/icons.tsx';
import { useFocusNext } from '../../../ui/focus/use-focus-next.ts';
import type { PreviewedAct } from './act-labels.ts';

interface MacroPreviewProps {
  title: string;
  acts: readonly PreviewedAct[];
  onRemove: (act: TicketAct) => void;
}

/** Effects of the chosen macro before it is sent; each can be removed. */
export function MacroPreview({ title, acts, onRemove }: MacroPreviewProps) {
  const list = useFocusNext<HTMLUListElement>(acts.map(({ act }) => act).join());
  return (
    <section aria-label="Ao enviar, a macro faz" className="grid gap-2 rounded-md bg-sunken p-3 text-sm">
      <h3 className="text-sm font-bold wrap-anywhere">Ao enviar, “{title}” também muda:</h3>
      <ul ref={list} className="flex flex-wrap gap-2">
        {acts.map(({ act, label, text, isBlocked }) => (
          <li
            key={act}
            className={classNames(
              'flex max-w-full items-center gap-1 rounded-md border bg-surface py-1 pl-3',
              isBlocked ? 'border-danger text-danger' : 'border-line',
            )}
          >
            <span className="min-w-0 wrap-anywhere">
              <strong>{label}</strong>: {text}
            </span>
            <button
              type="button"
              aria-label={`Tirar: ${label}`}
              onClick={() => onRemove(act)}
              className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-sea-tint"
            >
              <Icon name="close" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
