import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { WithdrawnPrize, WonPrize } from '@mare/contract/draws/prizes.ts';
import { SignedInOnly } from '../../session/signed-in-only.tsx';
import { queries } from '../../api.ts';
import { formatBrl, formatCotaNumber, formatLongDate } from '../../format.ts';
import { links } from '../../links.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';
import { ListLoading } from '../../ui/loading/list-loading.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ClaimForm } from './claim-form.tsx';
import { ContactAttempts } from './contact-attempts.tsx';
import { PhotoConsent } from './photo-consent.tsx';
import { prizeStates } from './prize-states.ts';

export const meta = pageMeta({
  title: 'Meus prêmios',
  description: 'Os prêmios que você ganhou e como recebê-los.',
  index: false,
});

export default function MyPrizesPage() {
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      <SignedInOnly>
        <h1 className="mb-6 text-3xl">Meus prêmios</h1>
        <Prizes />
      </SignedInOnly>
    </main>
  );
}

function Prizes() {
  const prizes = useQuery({ ...queries.draws.myPrizes.queryOptions(), staleTime: 0 });
  const withdrawn = useQuery({ ...queries.draws.myWithdrawnPrizes.queryOptions(), staleTime: 0 });
  if (prizes.isPending || withdrawn.isPending) return <ListLoading />;
  if (!prizes.data || !withdrawn.data)
    return (
      <ErrorState
        title="Erro ao carregar os prêmios"
        onRetry={() => Promise.all([prizes.refetch(), withdrawn.refetch()])}
      />
    );
  if (prizes.data.length === 0 && withdrawn.data.length === 0)
    return (
      <EmptyState
        icon="gift"
        title="A maré ainda não trouxe um prêmio"
        action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
      >
        Quando um número seu for sorteado, o prêmio aparece aqui.
      </EmptyState>
    );
  return (
    <ul className="grid max-w-3xl gap-4">
      {prizes.data.map((prize) => (
        <li key={prize.winnerId}>
          <Prize prize={prize} />
        </li>
      ))}
      {withdrawn.data.map((prize) => (
        <li key={prize.winnerId}>
          <Withdrawn prize={prize} />
        </li>
      ))}
    </ul>
  );
}

function Withdrawn({ prize }: { prize: WithdrawnPrize }) {
  const { number, totalNumbers, rifaId, rifaTitle, withdrawnAt } = prize;
  return (
    <Card padded className="grid justify-items-start gap-3">
      <Badge tone="warning">Sorteio corrigido</Badge>
      <h2 className="text-xl">{prize.prizeName ?? `${prize.position}º prêmio`} não é seu</h2>
      <p>
        A primeira apuração de {rifaTitle} deu este prêmio ao seu número{' '}
        <strong className="tabular">{formatCotaNumber(number, totalNumbers)}</strong>, mas o resultado da
        loteria que usamos estava errado. Em {formatLongDate(withdrawnAt)} ele foi corrigido e saiu outro
        número. Pedimos desculpas.
      </p>
      <Link to={links.draw(rifaId)} className="font-semibold text-sea underline underline-offset-4">
        Ver as duas apurações
      </Link>
    </Card>
  );
}

function Prize({ prize }: { prize: WonPrize }) {
  const state = prizeStates[prize.state];
  return (
    <Card padded className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <Badge tone={state.tone} className="justify-self-start">
            {labelOf(prize)}
          </Badge>
          <h2 className="text-xl">{prize.prizeName ?? `${prize.position}º prêmio`}</h2>
          {prize.cashCentavos !== null && (
            <p className="font-bold">{formatBrl(prize.cashCentavos)} em dinheiro, antes do imposto</p>
          )}
          <p className="text-sm text-ink-soft">
            {prize.rifaTitle} · {prize.position}º lugar ·{' '}
            <Link
              to={links.draw(prize.rifaId)}
              className="font-semibold text-sea underline underline-offset-4"
            >
              Conferir o sorteio
            </Link>
          </p>
        </div>
        <NumberChip tone="sun" size="lg">
          {formatCotaNumber(prize.number, prize.totalNumbers)}
        </NumberChip>
      </div>
      {isHeld(prize) && (
        <p className="rounded-md bg-sun-tint px-4 py-3 text-sm">
          O pagamento desta cota está em contestação ou foi devolvido. A entrega espera a decisão da nossa
          equipe: fale com o suporte.
        </p>
      )}
      <Progress prize={prize} />
      {prize.taxNote && prize.state !== 'expired' && <p className="text-sm text-ink-soft">{prize.taxNote}</p>}
      {prize.photo && <PhotoConsent winnerId={prize.winnerId} photo={prize.photo} />}
    </Card>
  );
}

function isHeld({ isOnHold, state }: WonPrize): boolean {
  return isOnHold && state !== 'delivered' && state !== 'expired';
}

/** Whether the service is redeemed with a voucher, which has the deadline of its prize. */
function hasVoucher({ state, voucher }: WonPrize): boolean {
  return voucher?.status === 'pending' && (state === 'open' || state === 'claimed');
}

function labelOf(prize: WonPrize): string {
  const { state } = prize;
  if (hasVoucher(prize)) return prize.isOnHold ? 'Voucher à espera' : 'Voucher pronto';
  return state === 'open' ? 'Peça o seu prêmio' : prizeStates[state].label;
}

function Progress({ prize }: { prize: WonPrize }) {
  if (hasVoucher(prize) && !prize.isOnHold)
    return (
      <>
        <p>
          Este prêmio é um serviço. O seu voucher vale até <strong>{formatLongDate(prize.claimUntil)}</strong>
          : mostre-o ao parceiro na hora de usar.
        </p>
        <LinkButton to={links.ownVouchers()} className="justify-self-start">
          Ver o meu voucher
        </LinkButton>
      </>
    );
  if (prize.state === 'delivered') return <p>Entregue em {formatLongDate(prize.deliveredAt!)}. Aproveite!</p>;
  if (prize.state === 'expired')
    return (
      <p>
        O prazo para pedir este prêmio terminou em {formatLongDate(prize.claimUntil)}, e ele prescreveu. Se
        houve um motivo de força maior, fale com o suporte.
      </p>
    );
  if (prize.state === 'sent')
    return (
      <p>
        O seu prêmio está a caminho desde {formatLongDate(prize.sentAt!)}: {prize.sentNote}. Avise o suporte
        se ele não chegar.
      </p>
    );
  return (
    <>
      {hasVoucher(prize) && (
        <p>
          Este prêmio é um serviço. Até a decisão o seu voucher não pode ser usado
          {prize.voucher?.isWaiting
            ? ', e o prazo dele e do prêmio não corre: se ele voltar a valer, o tempo de espera é somado, e você terá pelo menos sete dias'
            : prize.state === 'open' && ': peça o prêmio agora, para não perder o prazo'}
          .
        </p>
      )}
      {prize.voucher && !prize.isOnHold && (
        <p>O voucher deste serviço não vale mais. Diga como falar com você, e combinamos outro dia de uso.</p>
      )}
      <LiveRegion>
        {prize.state === 'open' ? (
          <p>
            {prize.voucher?.isWaiting ? (
              'Se preferir, diga já como falar com você.'
            ) : (
              <>
                Diga como falar com você até <strong>{formatLongDate(prize.claimUntil)}</strong>.
              </>
            )}{' '}
            Nunca pedimos pagamento para entregar um prêmio.
          </p>
        ) : (
          <p>
            Recebemos o seu pedido. Vamos combinar a entrega por telefone; você ainda pode mudar o contato.
          </p>
        )}
      </LiveRegion>
      <ContactAttempts contacts={prize.contacts} />
      <ClaimForm prize={prize} />
    </>
  );
}
