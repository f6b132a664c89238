import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { BulkAction } from '@mare/contract/admin/bulk-actions.ts';
import { type BulkOutcome, countSubjects } from '@mare/domain/admin/bulk-actions.ts';
import { formatDateTime, formatInteger } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/data-display/progress-bar.tsx';
import { Spinner } from '../../ui/states.tsx';
import { useKeptFocus } from '../../ui/focus/use-kept-focus.ts';
import { UnreadPart } from '../lists/unread-part.tsx';
import { bulkOf, type BulkActions, type BulkSubject } from './use-bulk-actions.ts';

const OUTCOMES: Record<BulkOutcome, string> = {
  done: 'feito',
  unchanged: 'já estava assim',
  missing: 'não existe mais',
  no_receipt: 'sem pagamento ou sem e-mail',
  sent_often: 'recibo enviado há pouco',
};

interface BulkActionsListProps {
  subject: BulkSubject;
  bulk: BulkActions;
  /** Whether ended actions are shown. */
  showsEnded: boolean;
  /** Link to the list of an action's items; null where there is none. */
  itemsLink: ((action: BulkAction) => string) | null;
  itemLink: (id: string) => string;
}

/** Progress and results of actions on many items. */
export function BulkActionsList({ subject, bulk, showsEnded, itemsLink, itemLink }: BulkActionsListProps) {
  const actions = bulk.actions.filter(({ state }) => showsEnded || state === 'running');
  const states = actions.map(({ id, state, canUndo }) => `${id} ${state} ${canUndo}`).join();
  // Moves focus after the dialog of a new action closes, or its 'Desfazer' disappears.
  const list = useKeptFocus<HTMLUListElement>(showsEnded ? states : '');
  const { read } = bulk;
  if (read.isError && !read.data)
    return <UnreadPart query={read} title="Não foi possível carregar as ações em lote." />;
  if (showsEnded && !read.data) return <Spinner />;
  if (actions.length === 0) return showsEnded ? <Card padded>Nenhuma ação em lote até agora.</Card> : null;
  return (
    <Card>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Ações em lote"
        className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line"
      >
        {actions.map((action) => (
          <li key={action.id} className="grid gap-2 p-4">
            <Action action={action} subject={subject} bulk={bulk} />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {itemsLink && (
                <Link to={itemsLink(action)} className="text-link text-sm">
                  Ver {countSubjects(subject, action.total)}
                  <span className="sr-only"> de {nameOf(action, subject)}</span>
                </Link>
              )}
              {action.skipped > 0 && <SkippedItems action={action} subject={subject} itemLink={itemLink} />}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Action({
  action,
  subject,
  bulk,
}: { action: BulkAction } & Pick<BulkActionsListProps, 'subject' | 'bulk'>) {
  const { state, total, done, skipped, canUndo } = action;
  const passed = done + skipped;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="mr-auto min-w-0 wrap-anywhere">
          <strong>{nameOf(action, subject)}</strong>
          <span className="block text-sm text-ink-soft">
            {action.byName ?? 'Alguém que já saiu'} · {formatDateTime(action.createdAt)}
          </span>
        </p>
        {state === 'running' && (
          <Button
            variant="outline"
            size="sm"
            loading={bulk.changingId === action.id}
            onClick={() => bulk.stop(action)}
          >
            Parar<span className="sr-only">: {nameOf(action, subject)}</span>
          </Button>
        )}
        {canUndo && (
          <Button
            variant="outline"
            size="sm"
            loading={bulk.changingId === action.id}
            onClick={() => bulk.undo(action)}
          >
            Desfazer<span className="sr-only">: {nameOf(action, subject)}</span>
          </Button>
        )}
      </div>
      {state === 'running' && (
        <ProgressBar percent={total === 0 ? 0 : (passed / total) * 100} label={nameOf(action, subject)} />
      )}
      <p className="tabular text-sm" aria-live="polite">
        {describeState(action)}
      </p>
    </>
  );
}

function SkippedItems({
  action,
  subject,
  itemLink,
}: { action: BulkAction } & Pick<BulkActionsListProps, 'subject' | 'itemLink'>) {
  const [isOpen, setOpen] = useState(false);
  const results = useQuery({
    ...bulkOf(subject).results.queryOptions({ input: { id: action.id } }),
    enabled: isOpen,
    staleTime: 0,
  });
  return (
    <details className="min-w-0 grow" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer text-sm font-semibold text-sea">O que ficou de fora</summary>
      {results.isPending && <Spinner />}
      <ul className="grid max-h-60 gap-1 overflow-y-auto pt-2 text-sm">
        {results.data?.left.map(({ id, name, outcome }) => (
          <li key={id} className="wrap-anywhere">
            <Link to={itemLink(id)} className="text-link">
              {name}
            </Link>
            : {OUTCOMES[outcome]}
          </li>
        ))}
      </ul>
    </details>
  );
}

function nameOf({ kind, text, total, undoes }: BulkAction, subject: BulkSubject): string {
  const items = countSubjects(subject, total);
  const names = {
    tag: `Etiqueta “${text}” em ${items}`,
    untag: `Sem a etiqueta “${text}”: ${items}`,
    note: `Anotação em ${items}`,
    receipt: `Recibos de ${items}`,
  };
  return undoes ? `Desfeito: ${names[kind]}` : names[kind];
}

function describeState({ state, total, done, skipped }: BulkAction): string {
  const left = skipped > 0 ? `, ${formatInteger(skipped)} de fora` : '';
  const result = `${formatInteger(done)} ${done === 1 ? 'feito' : 'feitos'}${left}`;
  if (state === 'done') return `Pronto: ${result}.`;
  const progress = `${formatInteger(done + skipped)} de ${formatInteger(total)}`;
  return state === 'stopped' ? `Parado em ${progress}: ${result}.` : `${progress}. Pode sair desta página.`;
}
