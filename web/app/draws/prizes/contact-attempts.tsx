import type { ContactAttempt } from '@mare/contract/draws/prizes.ts';
import { formatDateTime } from '../../format.ts';
import { channelLabels, outcomeLabels } from './contact-labels.ts';

/** The team's attempts to reach the winner, as shown to the winner. Renders nothing without one. */
export function ContactAttempts({ contacts }: { contacts: readonly ContactAttempt[] }) {
  if (contacts.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm text-ink-soft">
      {contacts.map(({ at, channel, outcome }) => (
        <li key={`${at}${channel}`}>
          {outcome === 'reached' ? 'Falamos com você' : 'Tentamos falar com você'} em {formatDateTime(at)},
          por {channelLabels[channel]}
          {outcome === 'reached' ? '.' : `: ${outcomeLabels[outcome]}.`}
        </li>
      ))}
    </ul>
  );
}
