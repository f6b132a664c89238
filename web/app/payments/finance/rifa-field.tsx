import { useQuery } from '@tanstack/react-query';
import { UnreadPart } from '../../admin/lists/unread-part.tsx';
import { queries } from '../../api.ts';
import { Field, Select } from '../../ui/form/field.tsx';

export interface RifaChoice {
  rifaId: string;
  title: string;
}

type RifaFieldProps = Omit<React.ComponentProps<typeof Select>, 'children'> & {
  /** Rifas with entries in the period; the newest rifas are offered as well. */
  rifas: readonly RifaChoice[];
};

export function RifaField({ rifas, className, ...props }: RifaFieldProps) {
  const newest = useQuery(queries.admin.rifas.list.queryOptions({ input: {} }));
  const options = new Map(rifas.map(({ rifaId, title }) => [rifaId, title]));
  for (const { id, title } of newest.data?.rows ?? []) options.set(id, title);
  return (
    <div className={className}>
      <Field label="Rifa">
        <Select required {...props}>
          <option value="">Escolha</option>
          {[...options].map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <UnreadPart query={newest} title="Não foi possível carregar todas as rifas." />
    </div>
  );
}
