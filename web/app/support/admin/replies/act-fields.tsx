import type { UseFormRegister } from 'react-hook-form';
import type { DeskQueue } from '@mare/contract/support/desk-tickets.ts';
import { MAX_TAG_LENGTH, MAX_TICKET_TAGS, type TicketActs } from '@mare/domain/support/macro.ts';
import type { TicketPriority } from '@mare/domain/support/response-due.ts';
import { TICKET_CATEGORIES, type TicketCategory } from '@mare/domain/support/ticket-category.ts';
import { type DeskMove, TICKET_STATES } from '@mare/domain/support/ticket-state.ts';
import { Field, Input, Options, Select } from '../../../ui/form/field.tsx';
import { priorityLabels } from '../../tickets/ticket-labels.ts';
import { ACT_LABELS } from './act-labels.ts';

/** Empty: unchanged. */
export interface ActFieldValues {
  status: string;
  priority: string;
  category: string;
  assignee: string;
  /** Comma-separated. */
  tags: string;
}

export interface ReplyFields extends ActFieldValues {
  title: string;
  body: string;
}

export function toFields(acts: TicketActs): ActFieldValues {
  const { status = '', priority = '', category = '', assignee = '', addTags = [] } = acts;
  return { status, priority, category, assignee, tags: addTags.join(', ') };
}

export function toActs({ status, priority, category, assignee, tags }: ActFieldValues): TicketActs {
  const addTags = readTags(tags);
  return {
    ...(status && { status: status as DeskMove }),
    ...(priority && { priority: priority as TicketPriority }),
    ...(category && { category: category as TicketCategory }),
    ...(assignee && { assignee }),
    ...(addTags.length > 0 && { addTags }),
  };
}

const readTags = (typed: string) => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

const MOVES: DeskMove[] = ['in_progress', 'resolved', 'closed', 'open'];
const STATUS_LABELS = Object.fromEntries(MOVES.map((move) => [move, TICKET_STATES[move].label]));

interface ActFieldsProps {
  register: UseFormRegister<ReplyFields>;
  staff: DeskQueue['staff'];
  /** Current name of the macro's agent. */
  assignee: string;
  tagsError: string | undefined;
}

/** Form fields for the changes that a macro makes to a ticket. */
export function ActFields({ register, staff, assignee, tagsError }: ActFieldsProps) {
  const isGone =
    assignee !== '' && assignee !== 'me' && assignee !== 'nobody' && !staff.some(({ id }) => id === assignee);
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 font-bold">Ao enviar, também muda</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={ACT_LABELS.status}>
          <Select {...register('status')}>
            <option value="">Fica como está</option>
            <Options labels={STATUS_LABELS} />
          </Select>
        </Field>
        <Field label={ACT_LABELS.priority} hint="O prazo da próxima resposta segue a prioridade.">
          <Select {...register('priority')}>
            <option value="">Fica como está</option>
            <Options labels={priorityLabels} />
          </Select>
        </Field>
        <Field label={ACT_LABELS.category}>
          <Select {...register('category')}>
            <option value="">Fica como está</option>
            <Options labels={TICKET_CATEGORIES} />
          </Select>
        </Field>
        <Field
          label={ACT_LABELS.assignee}
          error={isGone ? 'Quem estava aqui não atende mais: escolha de novo.' : undefined}
        >
          <Select {...register('assignee')}>
            <option value="">Fica como está</option>
            <option value="me">Quem usar a macro</option>
            <option value="nobody">Ninguém</option>
            {isGone && <option value={assignee}>Não atende mais</option>}
            {staff.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label="Etiquetas a pôr" optional hint="Separe por vírgulas." error={tagsError}>
        <Input
          maxLength={300}
          autoComplete="off"
          {...register('tags', {
            validate: (typed) => {
              const tags = readTags(typed);
              if (tags.length > MAX_TICKET_TAGS) return 'No máximo dez etiquetas.';
              return (
                tags.every((tag) => tag.length <= MAX_TAG_LENGTH) || 'Cada etiqueta tem no máximo 40 letras.'
              );
            },
          })}
        />
      </Field>
    </fieldset>
  );
}
