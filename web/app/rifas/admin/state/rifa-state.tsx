import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { canChangeRifa } from '@mare/domain/rifas/lifecycle/rifa-moves.ts';
import { useUnsaved } from '../../../admin/unsaved-changes.tsx';
import { queries } from '../../../api.ts';
import { kindLabels, standingSentence } from '../../../approvals/approval-labels.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { DraftActions } from '../draft-actions.tsx';
import { PauseSales } from './pause-sales.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { StateChangeError } from './state-change-error.tsx';
import { useChangeState } from './use-change-state.ts';
import { formatCount } from '../../../format.ts';
import { links } from '../../../links.ts';
import { usePermission } from '../../../session/use-permission.ts';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { Field, Textarea } from '../../../ui/form/field.tsx';

type AskedTarget = 'draft' | 'scheduled' | 'active' | 'closed';
type Target = AskedTarget | 'cancelled';

interface Step {
  action: string;
  variant: ButtonVariant;
  question: string;
  done: string;
}

const CANCEL: Pick<Step, 'action' | 'variant'> = { action: 'Cancelar rifa', variant: 'danger' };

const steps: Record<AskedTarget, Step> = {
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
  },
};

const ORDER: Target[] = ['active', 'scheduled', 'draft', 'closed', 'cancelled'];

/** Available state transitions of a rifa, each with a confirmation. */
export function RifaState({ rifa, onChanged }: { rifa: ManagedRifa; onChanged: () => void }) {
  const [target, setTarget] = useState<Target | null>(null);
  const possible = ORDER.filter((to) => canChangeRifa(rifa.status, to));
  const isTooLate = possible.includes('cancelled') && rifa.cancelling === 'TOO_LATE';
  const targets = isTooLate ? possible.filter((to) => to !== 'cancelled') : possible;
  const unsaved = useUnsaved().names;
  const isPublishing = target === 'active' || target === 'scheduled';
  const button = (to: Target) => (
    <Button
      key={to}
      variant={lookOf(to).variant}
      size="sm"
      disabled={unsaved.length > 0 && (to === 'active' || to === 'scheduled')}
      onClick={() => setTarget(to)}
    >
      {lookOf(to).action}
    </Button>
  );
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
      {(rifa.status === 'scheduled' || rifa.noticeRequests > 0) && (
        <p className="text-sm text-ink-soft">
          {formatCount(rifa.noticeRequests, 'pessoa pediu aviso', 'pessoas pediram aviso')}
        </p>
      )}
      {targets.filter((to) => !isFinal(to)).map(button)}
      <PauseSales rifa={rifa} onChanged={onChanged} />
      {rifa.status !== 'draft' && <DraftActions rifa={rifa} />}
      {targets.filter(isFinal).map(button)}
      {isTooLate && (
        <p className="basis-full text-sm text-ink-soft">
          Não dá mais para cancelar: a extração já pode ter acontecido, e quem comprou conta com o sorteio.
        </p>
      )}
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
      {target === 'cancelled' && (
        <CancelDialog rifa={rifa} onClose={() => setTarget(null)} onChanged={onChanged} />
      )}
      {(target === 'draft' || target === 'closed') && (
        <Question rifa={rifa} to={target} onClose={() => setTarget(null)} onChanged={onChanged} />
      )}
    </Card>
  );
}

/** Cannot be undone: offered last. */
const isFinal = (to: Target) => to === 'closed' || to === 'cancelled';

const lookOf = (to: Target) => (to === 'cancelled' ? CANCEL : steps[to]);

/** Actions that await a second person, such as a cancellation. */
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
  to: 'draft' | 'closed';
  onClose: () => void;
  onChanged: () => void;
}

function Question({ rifa, to, onClose, onChanged }: QuestionProps) {
  const step = steps[to];
  const [note, setNote] = useState('');
  const isMissing = to === 'closed' && note.trim().length < 3;
  const [isTold, setTold] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const change = useChangeState({ done: step.done, onClose, onChanged });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${step.action}: ${rifa.title}`}
      action={step.action}
      variant={step.variant === 'outline' ? 'secondary' : step.variant}
      loading={change.isPending}
      onConfirm={() => {
        setTold(isMissing);
        if (isMissing) field.current?.focus();
        else change.mutate({ id: rifa.id, version: rifa.version, to, note });
      }}
    >
      <div className="grid gap-4">
        <p>{step.question}</p>
        {to === 'closed' && (
          <Field
            label="Explicação"
            hint="Por que as vendas terminam antes. Aparece na página da rifa. Não cite pessoas."
            error={isTold && isMissing ? 'Conte por que as vendas terminam antes.' : undefined}
          >
            <Textarea
              ref={field}
              rows={2}
              maxLength={300}
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
