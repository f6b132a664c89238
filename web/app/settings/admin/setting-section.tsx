import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type MouseEvent, type ReactNode, type RefObject, use, useRef } from 'react';
import { toast } from 'sonner';
import type { SettingChange, ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { QueryState } from '../../admin/lists/query-state.tsx';
import { SectionHeading } from '../../admin/sections/section-heading.tsx';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useReplacedFocus } from '../../ui/form/use-replaced-focus.ts';
import { classNames } from '../../ui/style/class-names.ts';

export interface SettingFormProps {
  saving: boolean;
  onSave: (change: SettingChange) => void;
}

/** @param version for optimistic locking */
export type FormOf = (key: SettingChange['key'], version: number) => SettingFormProps;

interface WithSettingsProps {
  children: (settings: ShopSettings, formOf: FormOf) => ReactNode;
}

/** Loads the shop's settings for the forms below. */
export function WithSettings({ children }: WithSettingsProps) {
  const settings = useQuery({ ...queries.admin.settings.read.queryOptions(), staleTime: 0 });
  const formOf = useSaveSetting();
  return settings.data ? children(settings.data, formOf) : <QueryState query={settings} />;
}

/** Saves one setting with the version it was read at (optimistic locking). */
function useSaveSetting(): FormOf {
  const client = useQueryClient();
  const save = useMutation(
    queries.admin.settings.save.mutationOptions({
      onSuccess: async () => {
        toast.success('Configuração salva.');
        await client.invalidateQueries();
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  );
  return (key, version) => ({
    saving: save.isPending && save.variables.change.key === key,
    onSave: (change) => save.mutate({ version, change }),
  });
}

interface SettingSectionProps {
  /** Anchor of the section. */
  id?: string;
  title: string;
  about: ReactNode;
  children: ReactNode;
}

/** Whether the form that was just replaced had the focus. */
const ReplacedFocus = createContext<RefObject<boolean> | null>(null);

export function SettingSection({ id, title, about, children }: SettingSectionProps) {
  const hadFocus = useRef(false);
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <SectionHeading id={id}>{title}</SectionHeading>
        <p className="text-sm text-ink-soft">{about}</p>
      </div>
      <ReplacedFocus value={hadFocus}>{children}</ReplacedFocus>
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

/** Saving replaces the form by one of the next version, whose button takes the focus. */
export function SaveSetting({ saving, disabled, className, children }: SaveSettingProps) {
  const button = useReplacedFocus(use(ReplacedFocus));
  return (
    <Button
      ref={button}
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
