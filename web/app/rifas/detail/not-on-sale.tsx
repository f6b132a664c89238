import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { momentLabel } from '@mare/domain/draws/lottery/extraction-label.ts';
import { untilOpeningCheck } from '@mare/domain/rifas/lifecycle/sales-start.ts';
import { countdown } from '@mare/domain/rifas/lifecycle/countdown.ts';
import type { ShownStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { OpeningNotice } from '../announcement/opening-notice.tsx';
import { CancelReasonText } from '../../rifa-display/cancel-reason-text.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CountdownDisplay } from '../../ui/data-display/countdown-display.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { useNow } from '../../ui/use-now.ts';
import { serverNow } from '../../ui/server-clock.ts';

/** Why nothing can be bought: the rifa's status, or `sold-out` while it is active. */
export type NotOnSaleMode = Exclude<ShownStatus, 'active'> | 'sold-out';

const texts: Record<NotOnSaleMode, string> = {
  'sold-out': 'As cotas acabaram. O sorteio acontece na data marcada.',
  draft: 'Esta rifa ainda não foi publicada.',
  scheduled: 'Em breve: as vendas desta rifa ainda vão começar.',
  paused: 'As vendas estão pausadas. Quem já reservou pode pagar, e as cotas pagas continuam valendo.',
  closed: 'As vendas terminaram. O sorteio acontece na data marcada.',
  completed: 'O sorteio desta rifa já aconteceu.',
  cancelled:
    'Esta rifa foi cancelada. O que foi pago por Pix volta sozinho para a conta que pagou; quem pagou em dinheiro recebe de quem vendeu.',
};

interface NotOnSaleProps {
  rifa: RifaDetail;
  mode: NotOnSaleMode;
}

/** Replaces the purchase panel. */
export default function NotOnSale({ rifa, mode }: NotOnSaleProps) {
  const { id, cancellation, opensAt, pauseReason, closeReason } = rifa;
  return (
    <Card padded className="grid gap-4">
      <p className="text-lg font-semibold">{texts[mode]}</p>
      {mode === 'scheduled' && opensAt && <Opening opensAt={opensAt} rifa={rifa} />}
      {pauseReason && <Reason label="Por quê">{pauseReason}</Reason>}
      {closeReason && mode !== 'cancelled' && (
        <Reason label="Terminaram antes da hora marcada">{closeReason}</Reason>
      )}
      {cancellation && <CancelReasonText cancellation={cancellation} />}
      {mode === 'scheduled' && <OpeningNotice rifaId={id} onlyVips={rifa.access === 'vips'} />}
      {mode === 'completed' ? (
        <LinkButton to={links.draw(id)} variant="secondary" icon="trophy">
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

/** Message from the organiser to buyers. */
function Reason({ label, children }: { label: string; children: string }) {
  return (
    <p>
      <strong>{label}:</strong> {children}
    </p>
  );
}

/** Every open page fetches when sales begin, so the requests are spread over two seconds. */
const OPENING_SPREAD_MS = 2_000;

/** Shows the purchase panel when sales begin, without a reload. */
function useOpening(rifaId: string, opensAt: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = queries.rifas.find.queryOptions({ input: { id: rifaId } });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const wait = () => {
      const left = untilOpeningCheck(opensAt, serverNow());
      if (isGone || left === false) return;
      timer = setTimeout(
        () => void client.invalidateQueries({ queryKey }).finally(wait),
        left + Math.random() * OPENING_SPREAD_MS,
      );
    };
    wait();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [client, rifaId, opensAt]);
}

function Opening({ opensAt, rifa: { id, access, publicFrom } }: { opensAt: string; rifa: RifaDetail }) {
  useOpening(id, opensAt);
  const now = useNow();
  const left = now === null ? null : countdown(new Date(opensAt), new Date(now));
  return (
    <div className="grid gap-3">
      <p>
        {access === 'everybody' ? 'Vendas a partir de ' : 'Vendas para VIPs a partir de '}
        <time dateTime={opensAt}>{momentLabel(new Date(opensAt))}</time>
        {publicFrom && `; para todos, ${momentLabel(new Date(publicFrom))}`}.
      </p>
      <LiveRegion>
        {left?.over && (
          <p className="font-semibold">As vendas estão abrindo. A página se atualiza sozinha.</p>
        )}
      </LiveRegion>
      {!left?.over && <CountdownDisplay label="Vendas em" left={left} urgent={left?.urgent} />}
    </div>
  );
}
