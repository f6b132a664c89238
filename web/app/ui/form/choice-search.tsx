import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { classNames } from '../style/class-names.ts';
import { Field, Input } from './field.tsx';

interface ChoiceSearchProps {
  label: string;
  field: Ref<HTMLInputElement>;
  typed: string;
  onType: (typed: string) => void;
  /** Classes, e.g. for the gap between field and choices. */
  className: string;
  /** The choices, links or buttons with `data-choice`. */
  children: ReactNode;
}

/** A search field above its choices. Arrow keys move between them; Enter in the field opens the first choice. */
export function ChoiceSearch({ label, field, typed, onType, className, children }: ChoiceSearchProps) {
  return (
    <div
      className={classNames('grid grid-cols-[minmax(0,1fr)]', className)}
      role="presentation"
      onKeyDown={chooseByArrows}
    >
      <Field label={label}>
        <Input
          ref={field}
          type="search"
          maxLength={80}
          autoComplete="off"
          data-choice
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
      </Field>
      {children}
    </div>
  );
}

function chooseByArrows(event: KeyboardEvent<HTMLElement>): void {
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-choice]')];
  const at = choices.indexOf(event.target as HTMLElement);
  if (at === -1) return;
  if (event.key === 'Enter' && at === 0) {
    event.preventDefault();
    choices[1]?.click();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  choices[at + step]?.focus();
}
