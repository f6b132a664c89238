import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailMetrics, ManagedAutomation } from '@mare/contract/campaigns/automations-admin.ts';
import { QueryState } from '../../admin/lists/query-state.tsx';
import { UnreadPart } from '../../admin/lists/unread-part.tsx';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { AutomationForm } from './automation-form.tsx';
import { AutomationLog } from './automation-log.tsx';
import { automationLabels, describeMailStats } from './campaign-labels.ts';

export const meta = pageMeta({
  title: 'E-mails automáticos',
  description: 'O que sai sozinho: boas-vindas, carrinho, sorteio, volta.',
  index: false,
});

export default function AutomationsPage() {
  const automations = useQuery({ ...queries.admin.campaigns.automations.queryOptions(), staleTime: 0 });
  const metrics = useQuery({ ...queries.admin.campaigns.metrics.queryOptions(), staleTime: 0 });
  const statsOf = (key: string) => metrics.data?.automations.find((one) => one.key === key);
  return (
    <>
      <h1 className="text-3xl">E-mails automáticos</h1>
      <QueryState query={automations} />
      {automations.data && (
        <UnreadPart query={metrics} title="Não foi possível carregar os números dos envios." />
      )}
      {automations.data?.map((automation) => (
        <AutomationCard key={automation.key} automation={automation} stats={statsOf(automation.key)} />
      ))}
    </>
  );
}

interface AutomationCardProps {
  automation: ManagedAutomation;
  /** Statistics of the last 30 days; undefined while loading. */
  stats: MailMetrics['automations'][number] | undefined;
}

function AutomationCard({ automation, stats }: AutomationCardProps) {
  const { title, when } = automationLabels[automation.key];
  const { steps } = automation;
  const [shown, setShown] = useState<'form' | 'log' | null>(null);
  const toggle = (part: 'form' | 'log') => setShown(shown === part ? null : part);
  const headingId = `automacao-${automation.key}`;
  return (
    <section aria-labelledby={headingId}>
      <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="max-w-xl">
            <h2 id={headingId} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl">
              {title}
              <Badge tone={automation.active ? 'success' : 'neutral'}>
                {automation.active ? 'Ligado' : 'Desligado'}
              </Badge>
            </h2>
            <p className="text-sm text-ink-soft">{when}</p>
            <p className="mt-1 text-sm wrap-anywhere">
              <span className="text-ink-soft">
                {steps.length === 1 ? 'Assunto:' : `${steps.length} e-mails:`}
              </span>{' '}
              {steps.map(({ subject }) => subject).join(' · ')}
            </p>
            <p className="tabular mt-1 min-h-5 max-sm:min-h-10 text-sm">
              {stats && describeMailStats(stats.stats)}
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <Button
              variant="outline"
              size="sm"
              aria-expanded={shown === 'log'}
              aria-describedby={headingId}
              onClick={() => toggle('log')}
            >
              {shown === 'log' ? 'Fechar' : 'O que saiu'}
            </Button>
            <Button
              variant="outline"
              size="sm"
              aria-expanded={shown === 'form'}
              aria-describedby={headingId}
              onClick={() => toggle('form')}
            >
              {shown === 'form' ? 'Fechar' : 'Mudar'}
            </Button>
          </div>
        </div>
        {shown === 'form' && (
          <AutomationForm automation={automation} stats={stats} onSaved={() => setShown(null)} />
        )}
        {shown === 'log' && <AutomationLog automationKey={automation.key} />}
      </Card>
    </section>
  );
}
