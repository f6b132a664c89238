import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import type { ListPreferences } from './use-list-preferences.ts';

interface SavedViewsProps {
  preferences: ListPreferences;
  /** Query of what is shown now. */
  query: string;
}

/** Views saved in this browser. */
export function SavedViews({ preferences: { views, removeView }, query }: SavedViewsProps) {
  if (views.length === 0) return null;
  return (
    <ul aria-label="Visões salvas" className="flex flex-wrap gap-2">
      {views.map((view) => (
        <li
          key={view.name}
          className="flex max-w-full items-center rounded-full bg-sea-tint pl-4 text-sm font-semibold text-sea-strong"
        >
          <Link
            to={`?${view.query}`}
            aria-current={view.query === query ? 'page' : undefined}
            className="min-w-0 py-2 wrap-anywhere hover:underline"
          >
            {view.name}
          </Link>
          <IconButton
            icon="close"
            label={`Apagar a visão ${view.name}`}
            onClick={() => removeView(view.name)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Names what is shown now, to find it again. */
export function SaveView({ preferences: { saveView }, query }: SavedViewsProps) {
  const { register, handleSubmit, reset } = useForm({ defaultValues: { name: '' } });
  const save = handleSubmit(({ name }) => {
    saveView({ name: name.trim(), query });
    reset();
  });
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-wrap items-end gap-3">
      <Field label="Salvar estes filtros como" hint="Fica guardado neste navegador." className="min-w-0 grow">
        <Input required maxLength={40} pattern=".*\S.*" {...register('name')} />
      </Field>
      <Button type="submit" variant="outline" size="sm">
        Salvar visão
      </Button>
    </form>
  );
}
