import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { DeskRules } from '@mare/contract/admin/settings-admin.ts';
import {
  type Assignment,
  TICKET_CATEGORIES,
  type TicketCategory,
} from '@mare/domain/support/ticket-category.ts';
import { queries } from '../../api.ts';
import { Field, Options, Select } from '../../ui/form/field.tsx';
import {
  SaveSetting,
  type SettingFormProps,
  type StoredSetting,
  useSettingForm,
} from './setting-section.tsx';

const ASSIGNMENTS: Record<Assignment, string> = {
  none: 'Ninguém: a equipe escolhe na fila',
  turn: 'Em turno, entre quem está atendendo',
  category: 'Por assunto, e o resto em turno',
};
const CATEGORIES = Object.keys(TICKET_CATEGORIES) as TicketCategory[];

const fieldsOf = ({ value }: StoredSetting<DeskRules>): DeskRules => value;

/** Rules for assigning new tickets. */
export function DeskForm(props: SettingFormProps<DeskRules>) {
  const queue = useQuery(queries.desk.queue.queryOptions({ input: {} }));
  const staff = Object.fromEntries((queue.data?.staff ?? []).map(({ id, name }) => [id, name]));
  const { register, onSubmit, control } = useSettingForm(props, fieldsOf, ({ assignment, agents }) => {
    const chosen = Object.entries(agents).filter(([, id]) => id in staff);
    return { key: 'desk', value: { assignment, agents: Object.fromEntries(chosen) } };
  });
  const assignment = useWatch({ control, name: 'assignment' });
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <Field label="Ticket novo vai para">
        <Select {...register('assignment')}>
          <Options labels={ASSIGNMENTS} />
        </Select>
      </Field>
      {assignment === 'category' && (
        <div className="grid gap-4 sm:grid-cols-2">
          {CATEGORIES.map((category) => (
            <Field key={category} label={TICKET_CATEGORIES[category]}>
              <Select key={queue.data ? 'all' : 'none'} {...register(`agents.${category}`)}>
                <option value="">Em turno</option>
                <Options labels={staff} />
              </Select>
            </Field>
          ))}
          <p className="text-sm text-ink-soft sm:col-span-2">
            Quando a pessoa do assunto não está atendendo, o ticket vai para quem espera há mais tempo.
          </p>
        </div>
      )}
      <SaveSetting saving={props.saving} disabled={!queue.data}>
        Salvar atendimento
      </SaveSetting>
    </form>
  );
}
