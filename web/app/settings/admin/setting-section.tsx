import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, MouseEvent, ReactNode } from 'react';
import type { FieldValues, UseFormProps } from 'react-hook-form';
import { toast } from 'sonner';
import type { SettingChange, ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { QueryState } from '../../admin/lists/query-state.tsx';
import { SectionHeading } from '../../admin/sections/section-heading.tsx';
import { queries } from '../../api.ts';
import { resolveConflict, saveErrorMessage } from '../../messages/edit-conflict.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useStoredForm } from '../../ui/form/stored/use-stored-form.ts';
import { classNames } from '../../ui/style/class-names.ts';

/** One setting as it is stored, with its version for optimistic locking. */
export interface StoredSetting<Value> {
  version: number;
  value: Value;
}

export interface SettingFormProps<Value> {
  stored: StoredSetting<Value>;
  saving: boolean;
  /** @param version of the setting that the form was filled with */
  onSave: (change: SettingChange, version: number, form: SavedForm) => void;
}

interface SavedForm {
  onSaved: () => void;
  /** See `useStoredForm`. */
  catchUp: () => void;
}

export type FormOf = <Value>(
  key: SettingChange['key'],
  stored: StoredSetting<Value>,
) => SettingFormProps<Value>;

interface WithSettingsProps {
  children: (settings: ShopSettings, formOf: FormOf) => ReactNode;
}

/** Loads the shop's settings for the forms below. */
export function WithSettings({ children }: WithSettingsProps) {
  const settings = useQuery({ ...queries.admin.settings.read.queryOptions(), staleTime: 0 });
  const formOf = useSaveSetting();
  return settings.data ? children(settings.data, formOf) : <QueryState query={settings} />;
}

/** Saves one setting with the version that its form was filled with (optimistic locking). */
function useSaveSetting(): FormOf {
  const client = useQueryClient();
  const save = useMutation(
    queries.admin.settings.save.mutationOptions({
      onSuccess: async () => {
        toast.success('Configuração salva.');
        await client.invalidateQueries();
      },
      onError: (error) => toast.error(saveErrorMessage(error)),
    }),
  );
  return (key, stored) => ({
    stored,
    saving: save.isPending && save.variables.change.key === key,
    onSave: (change, version, { onSaved, catchUp }) =>
      void save
        .mutateAsync({ version, change })
        .then(onSaved, (error) =>
          resolveConflict(
            error,
            () => client.invalidateQueries({ queryKey: queries.admin.settings.read.key() }),
            catchUp,
          ),
        ),
  });
}

/**
 * The form of one setting.
 * @param fieldsOf a pure function outside of the component
 */
export function useSettingForm<Value, Fields extends FieldValues>(
  { stored, onSave }: Pick<SettingFormProps<Value>, 'stored' | 'onSave'>,
  fieldsOf: (stored: StoredSetting<Value>) => Fields,
  changeOf: (fields: Fields) => SettingChange,
  options?: Pick<UseFormProps<Fields>, 'mode'>,
) {
  const { form, startSave, markSaved, catchUp } = useStoredForm(stored, fieldsOf, options);
  const submit = form.handleSubmit((fields) =>
    onSave(changeOf(fields), startSave().version, { onSaved: () => markSaved(fields), catchUp }),
  );
  return { ...form, onSubmit: (event: FormEvent) => void submit(event) };
}

interface SettingSectionProps {
  /** Anchor of the section. */
  id?: string;
  title: string;
  about: ReactNode;
  children: ReactNode;
}

export function SettingSection({ id, title, about, children }: SettingSectionProps) {
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <SectionHeading id={id}>{title}</SectionHeading>
        <p className="text-sm text-ink-soft">{about}</p>
      </div>
      {children}
    </Card>
  );
}

interface SaveSettingProps {
  saving: boolean;
  /** Ignores presses, but stays focusable. */
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}

export function SaveSetting({ saving, disabled, className, children }: SaveSettingProps) {
  return (
    <Button
      type="submit"
      variant="secondary"
      size="sm"
      className={classNames('justify-self-start', className)}
      loading={saving}
      {...(disabled && UNAVAILABLE)}
    >
      {children}
    </Button>
  );
}

/** Props of an unavailable button. Prevents Enter in a field from submitting the form. */
const UNAVAILABLE = {
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
};
