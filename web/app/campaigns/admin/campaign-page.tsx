import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useParams } from 'react-router';
import { toast } from 'sonner';
import type { Campaign, EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import { EVERYONE, pickAudience } from '@mare/domain/campaigns/audience.ts';
import { isCampaignOpen, PER_MINUTE } from '@mare/domain/campaigns/campaign-state.ts';
import { adminTabLink } from '../../admin/admin-tabs.ts';
import { queries } from '../../api.ts';
import { isApiError, errorMessage } from '../../messages.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { resolveConflict, saveErrorMessage } from '../../messages/edit-conflict.ts';
import { useStoredForm } from '../../ui/form/stored/use-stored-form.ts';
import { ListLoading } from '../../ui/loading/list-loading.tsx';
import { ErrorState, FormError } from '../../ui/states.tsx';
import { campaignOf, type CampaignFields, fieldsOf } from './campaign-fields.ts';
import { CampaignForm } from './campaign-form.tsx';
import { CampaignState } from './campaign-state.tsx';
import { CampaignStatusBadge } from './campaign-status-badge.tsx';
import { campaignLink, NEW_CAMPAIGN } from './campaign-labels.ts';

export const meta = pageMeta({
  title: 'Campanha de e-mail',
  description: 'Escrever e enviar uma campanha.',
  index: false,
});

const EMPTY: EditedCampaign = {
  name: '',
  subject: '',
  body: 'Oi, {nome}!\n\n',
  buttonLabel: 'Ver Rifas',
  buttonPath: '/',
  kind: 'marketing',
  ...EVERYONE,
  segments: [],
  perMinute: PER_MINUTE.usual,
};

/** Polling interval while a campaign is being sent. */
const REFRESH_MS = 5_000;

export default function CampaignPage() {
  const { id = NEW_CAMPAIGN } = useParams();
  return (
    <>
      <Link
        to={adminTabLink('email-campaigns')}
        className="flex items-center gap-1 text-sm font-semibold text-sea"
      >
        <Icon name="chevronLeft" />
        Todas as campanhas
      </Link>
      {id === NEW_CAMPAIGN ? <NewCampaign /> : <KnownCampaign key={id} id={id} />}
    </>
  );
}

function NewCampaign() {
  const navigate = useNavigate();
  const form = useForm<CampaignFields>({ defaultValues: fieldsOf(EMPTY), mode: 'onTouched' });
  const save = useSaveCampaign(({ id }) => void navigate(campaignLink(id), { replace: true }));
  return (
    <>
      <h1 className="text-3xl">Nova campanha</h1>
      <CampaignForm
        form={form}
        isFrozen={false}
        saving={save.isPending}
        failure={<FormError>{save.isError ? errorMessage(save.error) : null}</FormError>}
        onSave={(fields) => save.mutate({ id: null, version: 0, campaign: campaignOf(fields) })}
      />
    </>
  );
}

function KnownCampaign({ id }: { id: string }) {
  const campaign = useQuery({
    ...queries.admin.campaigns.find.queryOptions({ input: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.status === 'sending' || state.data?.status === 'scheduled' ? REFRESH_MS : false,
  });
  if (campaign.isError && !campaign.data)
    return (
      <ErrorState
        level={1}
        title={
          isApiError(campaign.error, 'NOT_FOUND')
            ? 'Campanha não encontrada'
            : 'Erro ao carregar dados administrativos'
        }
        onRetry={() => campaign.refetch()}
      />
    );
  if (!campaign.data) return <ListLoading />;
  return <LoadedCampaign campaign={campaign.data} onReload={() => campaign.refetch()} />;
}

function storedFieldsOf(campaign: Campaign): CampaignFields {
  const { name, subject, body, buttonLabel, buttonPath, kind, perMinute } = campaign;
  const mail = { name, subject, body, buttonLabel, buttonPath, kind, perMinute };
  return fieldsOf({ ...mail, ...pickAudience(campaign) });
}

function LoadedCampaign({ campaign, onReload }: { campaign: Campaign; onReload: () => Promise<unknown> }) {
  const { form, startSave, markSaved, catchUp } = useStoredForm(campaign, storedFieldsOf, {
    mode: 'onTouched',
  });
  const save = useSaveCampaign(onReload);
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl text-balance">{campaign.name}</h1>
        <CampaignStatusBadge status={campaign.status} />
      </header>
      <CampaignState campaign={campaign} onChanged={onReload} />
      <CampaignForm
        form={form}
        isFrozen={!isCampaignOpen(campaign.status)}
        saving={save.isPending}
        failure={<FormError>{save.isError ? saveErrorMessage(save.error) : null}</FormError>}
        onSave={(fields) =>
          save.mutate(
            { id: campaign.id, version: startSave().version, campaign: campaignOf(fields) },
            {
              onSuccess: () => markSaved(fields),
              onError: (error) => void resolveConflict(error, onReload, catchUp),
            },
          )
        }
      />
    </>
  );
}

function useSaveCampaign(onSaved: (saved: { id: string }) => unknown) {
  const client = useQueryClient();
  return useMutation(
    queries.admin.campaigns.save.mutationOptions({
      onSuccess: async (saved) => {
        toast.success('Campanha salva.');
        await client.invalidateQueries({ queryKey: queries.admin.campaigns.list.key() });
        await onSaved(saved);
      },
    }),
  );
}
