import type { Cancellation } from '@mare/contract/rifas/cancellation.ts';
import type { RifaStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { links } from '../../links.ts';
import { CancelReasonText } from '../../rifa-display/cancel-reason-text.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** Why nothing can be bought: the rifa's status, or `sold-out` while it is active. */
export type NotOnSaleMode = Exclude<RifaStatus, 'active'> | 'sold-out';

const texts: Record<NotOnSaleMode, string> = {
  'sold-out': 'As cotas acabaram. O sorteio acontece na data marcada.',
  draft: 'Esta rifa ainda não foi publicada.',
  scheduled: 'As vendas desta rifa ainda vão começar.',
  closed: 'As vendas terminaram. O sorteio acontece na data marcada.',
  completed: 'O sorteio desta rifa já aconteceu.',
  cancelled: 'Esta rifa foi cancelada, e quem comprou recebe o dinheiro de volta.',
};

interface NotOnSaleProps {
  rifaId: string;
  mode: NotOnSaleMode;
  cancellation: Cancellation | null;
}

/** Replaces the purchase panel. */
export default function NotOnSale({ rifaId, mode, cancellation }: NotOnSaleProps) {
  return (
    <Card padded className="grid gap-4">
      <p className="text-lg font-semibold">{texts[mode]}</p>
      {cancellation && <CancelReasonText cancellation={cancellation} />}
      {mode === 'completed' ? (
        <LinkButton to={links.draw(rifaId)} variant="secondary" icon="trophy">
          Ver Resultado
        </LinkButton>
      ) : (
        <LinkButton to={links.home()} variant="outline">
          Ver outras rifas
        </LinkButton>
      )}
    </Card>
  );
}
