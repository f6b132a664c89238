import { type FormEvent, useState } from 'react';
import type { DeskTicket } from '@mare/contract/support/desk-tickets.ts';
import { MAX_TAG_LENGTH, MAX_TICKET_TAGS } from '@mare/domain/support/macro.ts';
import { TICKET_CATEGORIES, type TicketCategory } from '@mare/domain/support/ticket-category.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Options, Select } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { useKeptFocus } from '../../ui/focus/use-kept-focus.ts';
import type { useDeskWork } from './use-desk-work.ts';

interface TicketSortingProps {
  ticket: DeskTicket;
  act: ReturnType<typeof useDeskWork>['act'];
}

/** Fields for a ticket's category and tags. */
export function TicketSorting({ ticket, act }: TicketSortingProps) {
  const [typed, setTyped] = useState('');
  const isSorting = act.isPending && act.variables.acts.category !== undefined;
  const sorting = useFocusNext<HTMLDivElement>(String(isSorting));
  const { id, version, tags, category } = ticket;
  // Moves focus: a removed tag disappears with its button, and an empty field disables its button.
  const list = useKeptFocus<HTMLUListElement>(`${tags.join()} ${typed === ''}`);
  const change = { id, version, message: '', macroId: null };
  const add = (event: FormEvent) => {
    event.preventDefault();
    const tag = typed.trim();
    if (tag === '' || act.isPending) return;
    act.mutate({ ...change, acts: { addTags: [tag] } }, { onSuccess: () => setTyped('') });
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div ref={sorting} className="min-w-48 grow">
        <Field label="Assunto">
          <Select
            value={category}
            disabled={act.isPending}
            onChange={(event) =>
              act.mutate({ ...change, acts: { category: event.target.value as TicketCategory } })
            }
          >
            <Options labels={TICKET_CATEGORIES} />
          </Select>
        </Field>
      </div>
      {tags.length < MAX_TICKET_TAGS && (
        <form noValidate onSubmit={add} className="flex min-w-48 grow items-end gap-2">
          <Field label="Nova etiqueta" className="grow">
            <Input
              value={typed}
              maxLength={MAX_TAG_LENGTH}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="outline" disabled={typed.trim() === ''}>
            Pôr
          </Button>
        </form>
      )}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Etiquetas"
        aria-live="polite"
        className="flex w-full flex-wrap gap-2 empty:sr-only"
      >
        {tags.map((tag) => (
          <li
            key={tag}
            className="flex max-w-full items-center rounded-full bg-sunken pl-3 text-sm font-semibold"
          >
            <span className="min-w-0 wrap-anywhere">{tag}</span>
            <button
              type="button"
              aria-label={`Tirar a etiqueta ${tag}`}
              // Unlike a disabled button, it keeps the focus.
              aria-disabled={act.isPending || undefined}
              onClick={() => act.isPending || act.mutate({ ...change, acts: { removeTags: [tag] } })}
              className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-sea-tint"
            >
              <Icon name="close" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
