import { Suspense } from 'react';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { momentLabel } from '@mare/domain/draws/lottery/extraction-label.ts';
import { links } from '../../links.ts';
import { CancelReasonText } from '../../rifa-display/cancel-reason-text.tsx';
import { Badge } from '../../ui/data-display/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { decidingExtractionLabel } from '../draw-labels.ts';
import { stageOf } from '../draw-stage.ts';
import { AuditSections } from './audit-sections.tsx';
import { PublicActions } from './public-actions.tsx';
import { VerificationPanel } from './verification-panel.tsx';
import { WinnerList } from './winner-list.tsx';

const LogWatch = lazyComponent(() => import('../../transparency/log-watch.tsx'));
const RifaLog = lazyComponent(() => import('../../transparency/rifa-log.tsx'));

export default function DrawAuditView({ audit }: { audit: DrawAudit }) {
  const { rifa, draws } = audit;
  const stage = stageOf(audit);
  return (
    <div className="grid gap-8">
      <Suspense fallback={null}>
        <LogWatch quiet />
      </Suspense>
      <header className="grid gap-3">
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone={stage.tone}>{stage.label}</Badge>
          {rifa.status !== 'cancelled' && (
            <span className="text-sm text-ink-soft">
              Sorteio pela {decidingExtractionLabel(audit)}
              {rifa.status === 'active' && `; vendas até ${momentLabel(new Date(rifa.salesEndAt))}`}
            </span>
          )}
        </p>
        <h1 className="text-3xl">{rifa.title}</h1>
        <p className="max-w-2xl text-lg text-ink-soft">{stage.sentence}</p>
        {rifa.cancellation && <CancelReasonText cancellation={rifa.cancellation} />}
        {rifa.status !== 'cancelled' && (
          <LinkButton to={links.liveDraw(rifa.id)} variant="secondary" className="justify-self-start">
            {draws.length > 0 ? 'Assistir ao sorteio' : 'Acompanhar ao vivo'}
          </LinkButton>
        )}
      </header>
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_26rem]">
        <div className="grid gap-8">
          <AuditSections audit={audit} />
          <PublicActions actions={audit.actions} />
          <Suspense fallback={null}>
            <RifaLog rifaId={rifa.id} />
          </Suspense>
        </div>
        <div className="grid gap-8 max-lg:order-first">
          <WinnerList audit={audit} />
          <VerificationPanel audit={audit} />
          {draws.length === 0 && (
            <LinkButton to={links.rifaDetail(rifa.id)} variant="outline" className="justify-self-start">
              Ver a rifa
            </LinkButton>
          )}
        </div>
      </div>
    </div>
  );
}
