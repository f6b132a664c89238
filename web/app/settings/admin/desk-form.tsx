import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { DeskRules } from '@mare/contract/admin/settings-admin.ts';
import {
  type Assignment,
  TICKET_CATEGORIES,
  type TicketCategory,
} from '@mare/domain/support/ticket-category.ts';
import { queries } from '../../api.ts';
import { Field, Options, Select } from '../../ui/form/field.tsx';
import { SaveSetting, type SettingFormProps } from './setting-section.tsx';

const ASSIGNMENTS: Record<Assignment, string> = {
  none: 'Ninguém: a equipe escolhe na fila',
  turn: 'Em turno, entre quem está atendendo',
  category: 'Por assunto, e o resto em turno',
};
const CATEGORIES = Object.keys(TICKET_CATEGORIES) as TicketCategory[];

/** Rules for assigning new tickets. */
export function DeskForm({ rules, saving, onSave }: SettingFormProps & { rules: DeskRules }) {
  const queue = useQuery(queries.desk.queue.queryOptions({ input: {} }));
  const { register, handleSubmit, control } = useForm<DeskRules>({
    defaultValues: rules,
  });
  const assignment = useWatch({ control, name: 'assignment' });
  const staff = Object.fromEntries((queue.data?.staff ?? []).map(({ id, name }) => [id, name]));
  const submit = handleSubmit(({ assignment, agents }) => {
    const chosen = Object.entries(agents).filter(([, id]) => id in staff);
    onSave({ key: 'desk', value: { assignment, agents: Object.fromEntries(chosen) } });
  });
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
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
      <SaveSetting saving={saving} disabled={!queue.data}>
        Salvar atendimento
      </SaveSetting>
    </form>
  );
}
