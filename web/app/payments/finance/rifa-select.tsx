import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api.ts';
import { Select } from '../../ui/form/field.tsx';

export interface RifaChoice {
  rifaId: string;
  title: string;
}

type RifaSelectProps = Omit<React.ComponentProps<typeof Select>, 'children'> & {
  /** Rifas with entries in the period; the newest rifas are offered as well. */
  rifas: readonly RifaChoice[];
};

export function RifaSelect({ rifas, ...props }: RifaSelectProps) {
  const newest = useQuery(queries.admin.rifas.list.queryOptions({ input: {} }));
  const options = new Map(rifas.map(({ rifaId, title }) => [rifaId, title]));
  for (const { id, title } of newest.data?.rows ?? []) options.set(id, title);
  return (
    <Select required {...props}>
      <option value="">Escolha</option>
      {[...options].map(([id, title]) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </Select>
  );
}
