import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OwnLimitsView } from '@mare/contract/accounts/own-limits.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { ownLimitMessage } from '../../messages/purchase-messages.ts';
import type { Ineligibility } from '../../orders/eligibility/eligibility-messages.ts';
import { Icon } from '../../ui/style/icons.tsx';

/** Message if the buyer's own limits would reject an order of this total, else null. */
export function useOwnLimit(totalCentavos: number, { enabled = true } = {}): string | null {
  const limits = useOwnLimits({ enabled });
  return enabled && limits ? ownLimitSentence(limits, totalCentavos) : null;
}

export function useOwnLimits({ enabled = true } = {}): OwnLimitsView | undefined {
  const limits = useQuery({
    ...queries.accounts.ownLimits.queryOptions(),
    staleTime: 0,
    retry: false,
    enabled,
  });
  return limits.data;
}

/** The server returns only active pauses, and the limit in force. */
export function ownLimitSentence(
  { excludedUntil, pausedUntil, monthlyCentavos, spentCentavos }: OwnLimitsView,
  totalCentavos: number,
): string | null {
  const until = excludedUntil ?? pausedUntil;
  if (until) {
    const reason = excludedUntil ? 'excluded' : 'paused';
    return ownLimitMessage({ reason, until, leftCentavos: 0 });
  }
  if (monthlyCentavos === null || spentCentavos + totalCentavos <= monthlyCentavos) return null;
  const leftCentavos = Math.max(0, monthlyCentavos - spentCentavos);
  return ownLimitMessage({ reason: 'monthly', until: null, leftCentavos });
}

interface OwnLimitNoteProps {
  sentence: string | null;
  /** Reason for ineligibility that the page already shows. */
  ineligibility?: Ineligibility['reason'];
  /** The link was pressed. */
  onLeave?: () => void;
}

/** Hidden where the page already explains the same pause or exclusion. */
export function OwnLimitNote({ sentence, ineligibility, onLeave }: OwnLimitNoteProps) {
  if (!sentence || ineligibility === 'self_excluded' || ineligibility === 'paused') return null;
  return (
    <p role="alert" className="flex items-start gap-2 rounded-md bg-sea-tint p-3 text-sm text-sea-strong">
      <Icon name="clock" className="mt-0.5 size-4.5 shrink-0" />
      <span>
        <strong>{sentence}</strong>{' '}
        <Link to={links.ownLimits()} onClick={onLeave} className="text-link">
          Ver seus limites
        </Link>
      </span>
    </p>
  );
}
