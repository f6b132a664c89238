import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../style/icons.tsx';

interface OrderButtonsProps {
  /** Name of the item that moves, such as 'o 2º e-mail'. */
  name: string;
  /** 0-based. */
  index: number;
  count: number;
  onMove: (to: number) => void;
}

/** Moves one entry of a list up or down. The pressed button keeps the focus, also at either end of the list. */
export function OrderButtons({ name, index, count, onMove }: OrderButtonsProps) {
  const press = (to: number) => (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    if (to < 0 || to >= count) return;
    // React moves the element first, which takes the focus from it.
    flushSync(() => onMove(to));
    button.focus();
  };
  return (
    <>
      <button
        type="button"
        aria-label={`Subir ${name}`}
        aria-disabled={index === 0}
        onClick={press(index - 1)}
        className={LOOK}
      >
        <Icon name="chevronDown" className="rotate-180" />
      </button>
      <button
        type="button"
        aria-label={`Descer ${name}`}
        aria-disabled={index === count - 1}
        onClick={press(index + 1)}
        className={LOOK}
      >
        <Icon name="chevronDown" />
      </button>
    </>
  );
}

const LOOK =
  'grid size-11 shrink-0 place-items-center rounded-full hover:bg-sea-tint aria-disabled:cursor-not-allowed aria-disabled:opacity-40';
