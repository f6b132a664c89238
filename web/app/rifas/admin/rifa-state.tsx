import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ManagedRifa } from '@mare/contract/rifas/rifas-admin.ts';
import { canChangeRifa } from '@mare/domain/rifas/lifecycle/rifa-moves.ts';
import { useUnsaved } from '../../admin/unsaved-changes.tsx';
import { queries } from '../../api.ts';
import { kindLabels, standingSentence } from '../../approvals/approval-labels.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { DraftActions } from './draft-actions.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { StateChangeError } from './state-change-error.tsx';
import { useChangeState } from './use-change-state.ts';
import { formatCount } from '../../format.ts';
import { links } from '../../links.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Field, Textarea } from '../../ui/form/field.tsx';

type Target = 'draft' | 'scheduled' | 'active' | 'closed' | 'cancelled';

interface Step {
  action: string;
  variant: ButtonVariant;
  question: string;
  done: string;
  /** Requires a reason. */
  why?: true;
}

const steps: Record<Target, Step> = {
  active: {
    action: 'Publicar',
    variant: 'primary',
    question: 'As vendas abrem agora.',
    done: 'Rifa publicada.',
  },
  scheduled: {
    action: 'Agendar',
    variant: 'secondary',
    question:
      'A rifa é anunciada na loja, com ‘Em Breve’ e ‘Avise-me’, e abre sozinha na hora marcada. Para mudá-la antes disso, volte a rascunho; 5 minutos antes das vendas ela fica fixa.',
    done: 'Rifa agendada.',
  },
  draft: {
    action: 'Voltar a rascunho',
    variant: 'outline',
    question: 'A rifa sai da loja e da agenda, e não abre mais sozinha.',
    done: 'A rifa voltou a ser rascunho.',
  },
  closed: {
    action: 'Encerrar vendas',
    variant: 'outline',
    question: 'Ninguém mais poderá comprar, e a rifa passa a aguardar o sorteio. Isto não pode ser desfeito.',
    done: 'Vendas encerradas.',
    why: true,
  },
  cancelled: {
    action: 'Cancelar rifa',
    variant: 'danger',
    question:
      'As cotas pagas desta rifa são reembolsadas. O que os mesmos pedidos têm de outras rifas continua valendo, e quem já achou uma cota premiada fica com ela e com o prêmio. Comissões e pontos diminuem na mesma medida. Isto não pode ser desfeito.',
    done: 'Rifa cancelada. Os reembolsos estão a caminho.',
    why: true,
  },
};

const ORDER: Target[] = ['active', 'scheduled', 'draft', 'closed', 'cancelled'];

/** Available state transitions of a rifa, each with a confirmation. */
export function RifaState({ rifa, onChanged }: { rifa: ManagedRifa; onChanged: () => void }) {
  const [target, setTarget] = useState<Target | null>(null);
  const targets = ORDER.filter((to) => canChangeRifa(rifa.status, to));
  const unsaved = useUnsaved().names;
  const isPublishing = target === 'active' || target === 'scheduled';
  return (
    <Card padded className="flex flex-wrap items-center gap-3">
      {(rifa.publishedAt !== null || rifa.status === 'scheduled') && (
        <Link to={links.rifa(rifa.id)} className="text-link mr-auto">
          Ver na loja
        </Link>
      )}
      {rifa.publishedAt === null && rifa.status !== 'scheduled' && (
        <output className="mr-auto text-sm text-ink-soft">
          {unsaved.length > 0 && `Salve antes de publicar: ${unsaved.join(', ')}.`}
        </output>
      )}
      {(rifa.status === 'scheduled' || rifa.noticesWanted > 0) && (
        <p className="text-sm text-ink-soft">
          {formatCount(rifa.noticesWanted, 'pessoa pediu aviso', 'pessoas pediram aviso')}
        </p>
      )}
      {targets.map((to) => (
        <Button
          key={to}
          variant={steps[to].variant}
          size="sm"
          disabled={unsaved.length > 0 && (to === 'active' || to === 'scheduled')}
          onClick={() => setTarget(to)}
        >
          {steps[to].action}
        </Button>
      ))}
      <DraftActions rifa={rifa} />
      {rifa.status === 'closed' && <WaitingActions rifaId={rifa.id} />}
      {isPublishing && (
        <PublishDialog
          rifaId={rifa.id}
          to={target}
          {...steps[target]}
          onClose={() => setTarget(null)}
          onChanged={onChanged}
        />
      )}
      {target === 'cancelled' && rifa.status === 'closed' && (
        <CancelDialog rifa={rifa} onClose={() => setTarget(null)} onChanged={onChanged} />
      )}
      {target && !isPublishing && !(target === 'cancelled' && rifa.status === 'closed') && (
        <Question rifa={rifa} to={target} onClose={() => setTarget(null)} onChanged={onChanged} />
      )}
    </Card>
  );
}

/** What waits for a second person, such as the cancellation. */
function WaitingActions({ rifaId }: { rifaId: string }) {
  const enabled = usePermission('approve-actions') === true;
  const approvals = useQuery({ ...queries.approvals.list.queryOptions(), staleTime: 0, enabled });
  const waiting = approvals.data?.open.filter((action) => action.rifaId === rifaId) ?? [];
  return waiting.map((action) => (
    <p key={action.id} className="basis-full rounded-md bg-warning-tint p-4 text-warning">
      <strong>{kindLabels[action.kind]}.</strong> {standingSentence(action)}{' '}
      <Link to="/admin/aprovacoes" className="underline">
        Ver em Aprovações
      </Link>
    </p>
  ));
}

interface QuestionProps {
  rifa: ManagedRifa;
  to: Target;
  onClose: () => void;
  onChanged: () => void;
}

function Question({ rifa, to, onClose, onChanged }: QuestionProps) {
  const step = steps[to];
  const [note, setNote] = useState('');
  const change = useChangeState({ done: step.done, onClose, onChanged });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${step.action}: ${rifa.title}`}
      action="Confirmar"
      variant={step.variant === 'outline' ? 'secondary' : step.variant}
      loading={change.isPending}
      onConfirm={() => change.mutate({ id: rifa.id, version: rifa.version, to, note })}
    >
      <div className="grid gap-4">
        <p>{step.question}</p>
        {to === 'cancelled' && rifa.soldNumbers > 0 && (
          <p className="font-semibold">
            {formatCount(rifa.soldNumbers, 'cota já foi vendida.', 'cotas já foram vendidas.')}
          </p>
        )}
        {step.why && (
          <Field label="Motivo" optional>
            <Textarea
              rows={2}
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        )}
        {change.isError && <StateChangeError error={change.error} />}
      </div>
    </ConfirmDialog>
  );
}
