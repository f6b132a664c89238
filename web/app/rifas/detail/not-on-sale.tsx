import type { RifaStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

const sentences: Record<RifaStatus, string> = {
  active: 'As cotas acabaram. O sorteio acontece na data marcada.',
  draft: 'Esta rifa ainda não foi publicada.',
  scheduled: 'As vendas desta rifa ainda vão começar.',
  closed: 'As vendas terminaram. O sorteio acontece na data marcada.',
  completed: 'O sorteio desta rifa já aconteceu.',
  cancelled: 'Esta rifa foi cancelada, e quem comprou recebe o dinheiro de volta.',
};

/** In the place of the purchase, when there is nothing to buy. */
export default function NotOnSale({ rifaId, status }: { rifaId: string; status: RifaStatus }) {
  return (
    <Card padded className="grid gap-4">
      <p className="text-lg font-semibold">{sentences[status]}</p>
      {status === 'completed' ? (
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
