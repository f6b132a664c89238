import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PrizeToDeliver } from '@mare/contract/draws/prizes.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { ListRows } from '../../admin/lists/admin-list.tsx';
import { queries } from '../../api.ts';
import { formatBrl, formatCotaNumber, formatDate, formatDateTime } from '../../format.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { useKeptFocus } from '../../ui/focus/use-kept-focus.ts';
import { DownloadVoucher } from '../../partners/download-voucher.tsx';
import { VoucherStatusBadge } from '../../partners/voucher-status-badge.tsx';
import { prizeStates } from '../prizes/prize-states.ts';
import { channelLabels, outcomeLabels } from '../prizes/contact-labels.ts';
import { DeliveryPhoto } from '../prizes/photo-consent.tsx';
import { DeliveryFile } from './delivery-file.tsx';
import { PrizeSteps } from './prize-steps.tsx';
import { formatIsoDate } from '../draw-labels.ts';

/** Every prize won, undelivered ones first. */
export function PrizesToDeliver() {
  const prizes = useQuery({
    ...queries.draws.prizes.queryOptions(),
    select: (rows) => ({ rows }),
    staleTime: 0,
  });
  return (
    <section className="grid gap-4" aria-labelledby="premios-a-entregar">
      <h2 id="premios-a-entregar" className="scroll-mt-24 text-2xl">
        Prêmios
      </h2>
      <ListRows
        layout="grid"
        query={prizes}
        errorTitle="Erro ao carregar os prêmios"
        empty={{ icon: 'gift', title: 'Nenhum prêmio sorteado ainda' }}
        keyOf={({ winnerId }) => winnerId}
        renderRow={(prize) => <Prize prize={prize} />}
      />
    </section>
  );
}

function Prize({ prize }: { prize: PrizeToDeliver }) {
  const state = prizeStates[prize.state];
  const [recorded, setRecorded] = useState(0);
  const heading = useKeptFocus<HTMLHeadingElement>(recorded);
  const [name, place] = [`premio-${prize.winnerId}`, `lugar-${prize.winnerId}`];
  return (
    <Card padded className="grid h-full content-start gap-2">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 ref={heading} id={name} tabIndex={-1} className="scroll-mt-24 text-lg outline-none">
          {prize.prizeName ?? `${prize.position}º prêmio`}
          {prize.cashCentavos !== null && ` (${formatBrl(prize.cashCentavos)} em dinheiro)`}
        </h3>
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      <p id={place} className="text-sm text-ink-soft">
        {prize.rifaTitle} · {prize.position}º lugar · número{' '}
        {formatCotaNumber(prize.number, prize.totalNumbers)}
      </p>
      <p className="text-sm">
        <strong>{prize.winnerName}</strong>
        {prize.winnerEmail && ` · ${prize.winnerEmail}`}
        {prize.contact && ` · ${prize.contact.name}, ${formatPhone(prize.contact.phone)}`}
      </p>
      {prize.contact?.note && <p className="text-sm">“{prize.contact.note}”</p>}
      <Contacts prize={prize} />
      {prize.voucher && !prize.deliveredAt && <Voucher voucher={prize.voucher} isOnHold={prize.isOnHold} />}
      {prize.isOnHold && prize.state !== 'delivered' && prize.state !== 'expired' && (
        <p className="text-sm font-semibold text-warning">
          O pagamento está em contestação ou foi devolvido: nada se entrega até a decisão.
        </p>
      )}
      <Progress prize={prize} />
      <PrizeSteps prize={prize} describedBy={`${name} ${place}`} onDone={() => setRecorded(recorded + 1)} />
    </Card>
  );
}

function Contacts({ prize: { contacts } }: { prize: PrizeToDeliver }) {
  if (contacts.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm text-ink-soft" aria-label="Tentativas de contato">
      {contacts.map(({ at, channel, outcome, note }) => (
        <li key={`${at}${channel}`} className="break-words">
          {formatDateTime(at)}, {channelLabels[channel]}: {outcomeLabels[outcome]}
          {note && ` (${note})`}
        </li>
      ))}
    </ul>
  );
}

function Progress({ prize }: { prize: PrizeToDeliver }) {
  const { treasury } = prize;
  switch (prize.state) {
    case 'open':
      return prize.voucher?.isWaiting ? (
        <Line>O prazo não corre até a decisão do banco; o tempo de espera é somado a ele.</Line>
      ) : (
        <Line>Prazo para pedir: {formatDate(prize.claimUntil)}</Line>
      );
    case 'claimed':
      return <Line>Pedido em {formatDate(prize.claimedAt!)}</Line>;
    case 'sent':
      return (
        <Line>
          A caminho desde {formatDate(prize.sentAt!)}: {prize.sentNote}
        </Line>
      );
    case 'delivered':
      return (
        <>
          <Line>
            Entregue em {formatDate(prize.deliveredAt!)}: {prize.deliveryNote}
          </Line>
          {prize.hasProof && <DeliveryFile winnerId={prize.winnerId} />}
          {prize.photo && (
            <>
              <DeliveryPhoto winnerId={prize.winnerId} photoId={prize.photo.id} />
              <Line>
                {prize.photo.consentGivenAt
                  ? `Publicada: quem ganhou autorizou em ${formatDate(prize.photo.consentGivenAt)}.`
                  : 'Não publicada: quem ganhou ainda não autorizou.'}
              </Line>
            </>
          )}
        </>
      );
    case 'expired':
      return (
        <>
          <Line>Prescrito em {formatDate(prize.claimUntil)}: não foi pedido no prazo.</Line>
          {treasury && (
            <Line>
              {treasury.paidOn
                ? `Valor recolhido ao Tesouro Nacional em ${formatIsoDate(treasury.paidOn)}: ${treasury.note}`
                : `Recolha o valor ao Tesouro Nacional, como renda da União, até ${formatIsoDate(treasury.dueOn)} (Decreto 70.951/1972, artigo 6º).`}
            </Line>
          )}
          {treasury?.hasProof && <DeliveryFile winnerId={prize.winnerId} kind="treasury" />}
        </>
      );
  }
}

function Line({ children }: { children: ReactNode }) {
  return <p className="text-sm text-ink-soft">{children}</p>;
}

interface VoucherProps {
  voucher: NonNullable<PrizeToDeliver['voucher']>;
  /** The voucher cannot be used until the team has decided. */
  isOnHold: boolean;
}

function Voucher({ voucher, isOnHold }: VoucherProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-sm">Voucher</p>
      <VoucherStatusBadge status={voucher.status} />
      {voucher.status === 'pending' && !isOnHold && (
        <DownloadVoucher size="sm" read={() => queries.admin.printVoucher.call({ id: voucher.id })}>
          Imprimir
        </DownloadVoucher>
      )}
    </div>
  );
}
