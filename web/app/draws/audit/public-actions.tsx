import type { PublicAction } from '@mare/contract/approvals/approvals.ts';
import {
  cancelledSentence,
  endSentence,
  kindLabels,
  standingSentence,
  stateBadges,
} from '../../approvals/approval-labels.ts';
import { formatDateTime } from '../../format.ts';
import { Badge } from '../../ui/data-display/badge.tsx';

/** Actions under the two-person rule: kind, reason, state, and the people with masked names. */
export function PublicActions({ actions }: { actions: readonly PublicAction[] }) {
  if (actions.length === 0) return null;
  return (
    <section aria-labelledby="acoes" className="grid gap-3">
      <h2 id="acoes" className="text-xl">
        O que a administração fez à mão
      </h2>
      <p className="text-sm text-ink-soft">
        Estas ações precisam de duas pessoas. Sem a segunda, esperam 24 horas aqui, à vista de todos.
      </p>
      <ul className="grid gap-3">
        {actions.map((action) => (
          <ActionItem key={action.id} action={action} />
        ))}
      </ul>
    </section>
  );
}

function ActionItem({ action }: { action: PublicAction }) {
  const badge = stateBadges[action.state];
  return (
    <li className="grid gap-2 rounded-md border border-line p-4">
      <p className="flex flex-wrap items-start justify-between gap-2">
        <strong className="text-balance">{kindLabels[action.kind]}</strong>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </p>
      <p>Motivo: {action.reason}</p>
      <p className="text-sm text-ink-soft">
        Pediu: {action.requestedBy}, em {formatDateTime(action.requestedAt)}.{' '}
        {action.approvedBy && endSentence(`Aprovou: ${action.approvedBy}`)}
        {cancelledSentence(action)}
        {standingSentence(action)}
      </p>
    </li>
  );
}
