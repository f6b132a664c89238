import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import type { SettingChange, ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { queries } from '../../api.ts';
import { sentenceFor } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState, Spinner } from '../../ui/states.tsx';

/** What every form of settings is given. */
export interface SettingFormProps {
  saving: boolean;
  onSave: (change: SettingChange) => void;
}

interface WithSettingsProps {
  children: (settings: ShopSettings, formOf: ReturnType<typeof useSaveSetting>['formOf']) => ReactNode;
}

/** What is settled for the whole shop, read anew at every visit. */
export function WithSettings({ children }: WithSettingsProps) {
  const settings = useQuery({ ...queries.admin.settings.read.queryOptions(), staleTime: 0 });
  const { formOf } = useSaveSetting();
  if (settings.data) return children(settings.data, formOf);
  if (settings.isPending) return <Spinner className="min-h-[40svh]" />;
  return (
    <ErrorState title="Erro ao carregar dados administrativos" onRetry={() => void settings.refetch()}>
      {sentenceFor(settings.error)}
    </ErrorState>
  );
}

/** Saves one setting at a time, each under the version that was read. */
function useSaveSetting() {
  const client = useQueryClient();
  const save = useMutation(
    queries.admin.settings.save.mutationOptions({
      onSuccess: async () => {
        toast.success('Configuração salva.');
        await client.invalidateQueries();
      },
      onError: (error) => toast.error(sentenceFor(error)),
    }),
  );
  return {
    /** For the form of a setting that was read with this version. */
    formOf: (version: number): SettingFormProps => ({
      saving: save.isPending,
      onSave: (change) => save.mutate({ version, change }),
    }),
  };
}

export function SettingSection({
  title,
  about,
  children,
}: {
  title: string;
  about: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h2 className="text-xl">{title}</h2>
        <p className="text-sm text-ink-soft">{about}</p>
      </div>
      {children}
    </Card>
  );
}

/** The button at the end of a form of settings. */
export function SaveSetting({
  saving,
  disabled,
  children,
}: {
  saving: boolean;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Button
      type="submit"
      variant="secondary"
      size="sm"
      className="justify-self-start"
      disabled={disabled}
      loading={saving}
    >
      {children}
    </Button>
  );
}
