import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { toast } from 'sonner';
import { Button, IconButton } from '../../ui/button.tsx';
import { usePermission } from '../../session/use-permission.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import type { ListPreferences, SavedView } from './use-list-preferences.ts';
import { useTeamViews } from './use-team-views.ts';

interface SavedViewsProps {
  preferences: ListPreferences;
  /** Query string of the current list. */
  query: string;
}

/** Views saved in this browser. */
export function SavedViews({ preferences: { views, saveView, removeView }, query }: SavedViewsProps) {
  const remove = (view: SavedView) => {
    removeView(view.name);
    toast.success(`Visão “${view.name}” apagada.`, {
      action: { label: 'Desfazer', onClick: () => saveView(view) },
    });
  };
  return <ViewList label="Visões salvas" views={views} query={query} onDelete={remove} />;
}

interface ViewListProps {
  label: string;
  views: readonly SavedView[];
  query: string;
  /** Without it the views cannot be deleted. */
  onDelete: ((view: SavedView) => void) | undefined;
}

/** Kept in the page while empty, because it gets the focus of the button that deletes its last view. */
export function ViewList({ label, views, query, onDelete }: ViewListProps) {
  const list = useRef<HTMLUListElement>(null);
  const remove = (view: SavedView) => {
    list.current?.focus();
    onDelete?.(view);
  };
  return (
    <ul ref={list} tabIndex={-1} aria-label={label} className="flex flex-wrap gap-2 empty:sr-only">
      {views.map((view) => (
        <li
          key={view.name}
          className="flex max-w-full items-center rounded-full bg-sea-tint px-4 text-sm has-[button]:pr-0 font-semibold text-sea-strong"
        >
          <Link
            to={`?${view.query}`}
            aria-current={view.query === query ? 'page' : undefined}
            className="min-w-0 py-2 wrap-anywhere hover:underline"
          >
            {view.name}
          </Link>
          {onDelete && (
            <IconButton icon="close" label={`Apagar a visão ${view.name}`} onClick={() => remove(view)} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Saves the current list as a named view. */
export function SaveView({ preferences: { saveView }, query }: SavedViewsProps) {
  const { register, handleSubmit, reset } = useForm({ defaultValues: { name: '', forTeam: false } });
  const mayShare = usePermission('work-on-orders');
  const { save: share, isSaving } = useTeamViews();
  const save = handleSubmit(({ name, forTeam }) => {
    const view = { name: name.trim(), query };
    if (forTeam) return share(view, () => reset());
    saveView(view);
    toast.success(`Visão “${view.name}” salva.`);
    reset();
  });
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-wrap items-end gap-3">
      <Field label="Salvar estes filtros como" className="min-w-0 grow">
        <Input required maxLength={40} pattern=".*\S.*" {...register('name')} />
      </Field>
      {mayShare && <Checkbox label="Para toda a equipe" {...register('forTeam')} />}
      <Button type="submit" variant="outline" size="sm" loading={isSaving}>
        Salvar visão
      </Button>
    </form>
  );
}
