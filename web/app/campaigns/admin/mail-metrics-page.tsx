import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ListRows } from '../../admin/lists/admin-list.tsx';
import { QueryState } from '../../admin/lists/query-state.tsx';
import { ExportButton } from '../../admin/lists/export-button.tsx';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Card } from '../../ui/card.tsx';
import { CampaignStatusBadge } from './campaign-status-badge.tsx';
import { automationLabels, campaignLink } from './campaign-labels.ts';
import { MailStatList, MailStatNote } from './mail-stats.tsx';

export const meta = pageMeta({
  title: 'Métricas de e-mail',
  description: 'O que aconteceu com os e-mails enviados.',
  index: false,
});

export default function MailMetricsPage() {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Métricas de e-mail</h1>
        <ExportButton list="campanhas" />
      </div>
      <Totals />
      <Campaigns />
    </>
  );
}

function Totals() {
  const metrics = useQuery({ ...queries.admin.campaigns.metrics.queryOptions(), staleTime: 0 });
  if (!metrics.data) return <QueryState query={metrics} />;
  return (
    <>
      <section aria-labelledby="trinta-dias" className="grid gap-4">
        <h2 id="trinta-dias" className="text-2xl">
          Últimos 30 dias
        </h2>
        <Card padded className="grid gap-4">
          <MailStatList stats={metrics.data.total} label="Todos os e-mails" />
          <MailStatNote />
        </Card>
      </section>
      <section aria-labelledby="automaticos" className="grid gap-4">
        <h2 id="automaticos" className="text-2xl">
          E-mails automáticos <span className="text-base font-normal text-ink-soft">últimos 30 dias</span>
        </h2>
        <Card className="divide-y divide-line">
          {metrics.data.automations.map(({ key, stats }) => (
            <div key={key} className="grid gap-3 p-5">
              <h3 className="text-lg">{automationLabels[key].title}</h3>
              <MailStatList stats={stats} label={automationLabels[key].title} />
            </div>
          ))}
        </Card>
      </section>
    </>
  );
}

/** The latest sent campaigns. */
function Campaigns() {
  const campaigns = useQuery({
    ...queries.admin.campaigns.list.queryOptions({ input: {} }),
    select: ({ rows }) => ({ rows: rows.filter(({ stats }) => stats.recipients > 0) }),
    staleTime: 0,
  });
  return (
    <section aria-labelledby="campanhas" className="grid gap-4">
      <h2 id="campanhas" className="text-2xl">
        Campanhas
      </h2>
      <ListRows
        query={campaigns}
        empty={{ icon: 'mail', title: 'Nenhuma campanha enviada ainda' }}
        keyOf={({ id }) => id}
        renderRow={({ id, name, status, stats }) => (
          <div className="grid gap-3 p-5">
            <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
              <Link to={campaignLink(id)} className="text-link">
                {name}
              </Link>
              <CampaignStatusBadge status={status} />
            </h3>
            <MailStatList stats={stats} label={name} />
          </div>
        )}
      />
    </section>
  );
}
