import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toast } from 'sonner';
import type { Approval } from '@mare/contract/approvals/approvals.ts';
import { ADMIN_TENURE_HOURS, PUBLIC_WAIT_HOURS } from '@mare/domain/approvals/two-person-rule.ts';
import { Rows } from '../../admin/lists/admin-list.tsx';
import { QueryState } from '../../admin/lists/query-state.tsx';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Badge } from '../../ui/data-display/badge.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { FormError } from '../../ui/states.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import {
  approversSentence,
  awaitsCaller,
  cancelledSentence,
  kindLabels,
  notYetSentence,
  standingSentence,
  stateBadges,
} from '../approval-labels.ts';
import { type ApprovalLists, describeApprovalNews } from '../approval-news.ts';
import { pollApprovals } from '../poll-approvals.ts';
import { serverNow } from '../../ui/server-clock.ts';

export const meta = pageMeta({
  title: 'Aprovações',
  description: 'Ações que precisam de duas pessoas.',
  index: false,
});

/** Actions under the two-person rule: open ones, then finished ones. */
export default function ApprovalsPage() {
  const approvals = useQuery({
    ...queries.approvals.list.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => pollApprovals(data ?? { open: [] }, serverNow()),
  });
  const [own, setOwn] = useState<ReadonlySet<string>>(() => new Set());
  const news = useApprovalNews(approvals.data, own);
  return (
    <>
      <header className="grid gap-2">
        <h1 className="text-3xl">Aprovações</h1>
        <p className="max-w-2xl text-ink-soft">
          O que poderia mudar quem ganha, quem administra a loja ou o livro-caixa precisa de duas pessoas. A
          segunda tem que ser da administração há pelo menos {ADMIN_TENURE_HOURS} horas. Sem ela, o que é de
          um sorteio espera {PUBLIC_WAIT_HOURS} horas na página pública dele; cada pedido diz o que vale para
          ele. Qualquer pessoa da administração pode recusar.
        </p>
        {approvals.data && (
          <p className="max-w-2xl font-semibold">{approversSentence(approvals.data.approvers)}</p>
        )}
      </header>
      <LiveRegion className="sr-only">
        {news.length > 0 && news.map((sentence) => <p key={sentence}>{sentence}</p>)}
      </LiveRegion>
      <QueryState query={approvals} />
      {approvals.data && (
        <>
          <section className="grid gap-4" aria-labelledby="esperando">
            <h2 id="esperando" tabIndex={-1} className="text-2xl">
              Esperando
            </h2>
            <Rows
              layout="cards"
              rows={approvals.data.open}
              empty={{
                icon: 'check',
                title: 'Nada espera por uma segunda pessoa',
                text: 'Lacres à mão, resultados digitados, cancelamentos, devoluções de cotas lacradas, lançamentos no livro-caixa e novos administradores aparecem aqui.',
              }}
              keyOf={({ id }) => id}
              renderRow={(approval) => (
                <ApprovalCard
                  approval={approval}
                  approvesFrom={approvals.data.approvers.callerFrom}
                  onDecide={() => setOwn((ids) => new Set([...ids, approval.id]))}
                />
              )}
            />
          </section>
          {approvals.data.finished.length > 0 && (
            <section className="grid gap-4" aria-labelledby="decididas">
              <h2 id="decididas" className="text-2xl">
                Decididas
              </h2>
              <Rows
                layout="cards"
                rows={approvals.data.finished}
                keyOf={({ id }) => id}
                renderRow={(approval) => <ApprovalCard approval={approval} />}
              />
            </section>
          )}
        </>
      )}
    </>
  );
}

/** @returns sentences about changes by other admins or by time, for screen readers */
function useApprovalNews(lists: ApprovalLists | undefined, own: ReadonlySet<string>): readonly string[] {
  const [seen, setSeen] = useState(lists);
  const [announced, setAnnounced] = useState<readonly string[]>([]);
  if (lists && lists !== seen) {
    setSeen(lists);
    const news = seen ? describeApprovalNews(seen, lists, own) : [];
    if (news.length > 0) setAnnounced(news);
  }
  return announced;
}

interface ApprovalCardProps {
  approval: Approval;
  /** When the caller may approve, ISO 8601; null if already. */
  approvesFrom?: string | null;
  /** Called when the caller decides. */
  onDecide?: () => void;
}

function ApprovalCard({ approval, ...deciding }: ApprovalCardProps) {
  const { state, summary, rifaId, reason, kind } = approval;
  const badge = stateBadges[state];
  return (
    <Card padded className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="text-lg text-balance">{summary}</h3>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </div>
      <Reason kind={kind}>{reason}</Reason>
      <p className="text-sm text-ink-soft">
        {kindLabels[kind]}. {describePeople(approval)}
        {standingSentence(approval)}
      </p>
      {rifaId && (
        <Link to={links.draw(rifaId)} className="justify-self-start text-sea underline">
          Ver na página do sorteio<span className="sr-only">: {summary}</span>
        </Link>
      )}
      {(state === 'waiting' || state === 'approved') && <Decision approval={approval} {...deciding} />}
    </Card>
  );
}

/** The reason of a ledger entry is internal: no draw page shows it. */
function Reason({ kind, children }: { kind: Approval['kind']; children: string }) {
  return (
    <p>
      <strong>{kind === 'LEDGER_ENTRY' ? 'Motivo:' : 'Motivo, público:'}</strong> {children}
    </p>
  );
}

function describePeople(approval: Approval): string {
  const { requestedBy, requestedAt, approvedBy, decidedAt } = approval;
  const approved = approvedBy
    ? `Aprovou: ${approvedBy}, em ${formatDateTime(decidedAt ?? requestedAt)}. `
    : '';
  return `Pediu: ${requestedBy}, em ${formatDateTime(requestedAt)}. ${approved}${cancelledSentence(approval)}`;
}

function Decision({ approval, approvesFrom = null, onDecide }: ApprovalCardProps) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const settled = () => client.invalidateQueries();
  const approve = useMutation(
    queries.approvals.approve.mutationOptions({
      onMutate: onDecide,
      onSuccess: () => void toast.success('Aprovada.'),
      onSettled: settled,
    }),
  );
  const cancel = useMutation(
    queries.approvals.cancel.mutationOptions({
      onMutate: onDecide,
      onSuccess: () => void toast.success('Pedido encerrado. Nada mudou.'),
      onSettled: settled,
    }),
  );
  const error = approve.error ?? cancel.error;
  const { id, summary } = approval;
  const about = <span className="sr-only">: {summary}</span>;
  return (
    <>
      {approval.isOwn && approval.state === 'waiting' && (
        <p className="text-sm font-semibold">
          Você pediu esta ação: outra pessoa da administração precisa aprovar.
        </p>
      )}
      {awaitsCaller(approval) && approvesFrom && (
        <p className="text-sm font-semibold">{notYetSentence(approvesFrom)}</p>
      )}
      <div className="flex flex-wrap gap-3">
        {awaitsCaller(approval) && !approvesFrom && (
          <Button
            variant="secondary"
            size="sm"
            icon="check"
            loading={approve.isPending}
            onClick={() => setAsking(true)}
          >
            Aprovar{about}
          </Button>
        )}
        <Button variant="danger" size="sm" loading={cancel.isPending} onClick={() => cancel.mutate({ id })}>
          {approval.isOwn ? 'Desistir do pedido' : 'Recusar o pedido'}
          {about}
        </Button>
      </div>
      {error && <FormError>{errorMessage(error)}</FormError>}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Aprovar este pedido?"
        action="Aprovar"
        variant="primary"
        onConfirm={() => {
          // Closes first, so that the focus returns to the card before the card is removed.
          setAsking(false);
          approve.mutate({ id });
        }}
      >
        <div className="grid gap-3">
          <p className="font-semibold">{summary}</p>
          <Reason kind={approval.kind}>{approval.reason}</Reason>
          <p>Com a sua aprovação são duas pessoas: vale agora, ou na hora que o pedido declara.</p>
        </div>
      </ConfirmDialog>
    </>
  );
}
