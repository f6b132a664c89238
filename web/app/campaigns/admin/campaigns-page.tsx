import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CampaignRow } from '@mare/contract/campaigns/campaigns-admin.ts';
import { CAMPAIGN_STATES } from '@mare/domain/campaigns/campaign-state.ts';
import { PAGED_LIST } from '../../admin/lists/paged-list.ts';
import { AdminList } from '../../admin/lists/admin-list.tsx';
import { ExportButton } from '../../admin/lists/export-button.tsx';
import { labelsOf, useListState } from '../../admin/lists/use-list-state.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatCount, formatDateTime } from '../../format.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CampaignStatusBadge } from './campaign-status-badge.tsx';
import { campaignLink, describeAudience, NEW_CAMPAIGN } from './campaign-labels.ts';

export const meta = pageMeta({
  title: 'Campanhas de e-mail',
  description: 'Escrever, agendar e acompanhar campanhas.',
  index: false,
});

const SORTS = { newest: 'Mais novas', name: 'Nome' };
const STATUSES = labelsOf(CAMPAIGN_STATES);

export default function CampaignsPage() {
  const list = useListState(SORTS, STATUSES);
  const { search, sort, filter, page } = list;
  const campaigns = useQuery({
    ...queries.admin.campaigns.list.queryOptions({ input: { search, sort, status: filter, page } }),
    ...PAGED_LIST,
  });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Campanhas de e-mail</h1>
        <div className="flex flex-wrap items-center gap-3">
          <ExportButton list="campanhas" />
          <LinkButton to={campaignLink(NEW_CAMPAIGN)} icon="plus">
            Nova campanha
          </LinkButton>
        </div>
      </div>
      <AdminList
        list={list}
        searchLabel="Procurar pelo nome"
        filters={{ label: 'Situação', all: 'Todas', labels: STATUSES }}
        sorts={SORTS}
        query={campaigns}
        label="Campanhas"
        empty="Nenhuma campanha encontrada"
        none={{
          title: 'Nenhuma campanha ainda',
          text: 'Escreva a primeira em Nova campanha. Ninguém recebe nada antes de você agendar.',
        }}
        keyOf={({ id }) => id}
        renderRow={(campaign) => <CampaignLine campaign={campaign} />}
      />
    </>
  );
}

function CampaignLine({ campaign }: { campaign: CampaignRow }) {
  const { status, scheduledFor, createdAt, stats } = campaign;
  const when =
    status === 'scheduled' && scheduledFor
      ? `sai em ${formatDateTime(scheduledFor)}`
      : `criada em ${formatDateTime(createdAt)}`;
  return (
    <Link
      to={campaignLink(campaign.id)}
      className="grid gap-2 p-4 hover:bg-sea-tint/50 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-6"
    >
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="text-balance">{campaign.name}</strong>
          <CampaignStatusBadge status={status} />
        </span>
        <span className="block text-sm break-words text-ink-soft">{campaign.subject}</span>
        <span className="block text-sm text-ink-soft">
          {describeAudience(campaign)} · {when}
        </span>
      </span>
      {stats.recipients > 0 && (
        <span className="tabular text-sm sm:text-right">
          <strong>{formatCount(stats.delivered, 'entregue', 'entregues')}</strong>
          <span className="text-ink-soft sm:block">
            {' '}
            {formatCount(stats.opened, 'aberto', 'abertos')} ·{' '}
            {formatCount(stats.clicked, 'clique', 'cliques')} · {formatBrl(stats.revenueCentavos)}
          </span>
        </span>
      )}
    </Link>
  );
}
