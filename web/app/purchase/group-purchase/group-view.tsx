import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { GroupPart, GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { formatBrl, formatCount, formatLongDate } from '../../format.ts';
import { links } from '../../links.ts';
import { NotEligibleNotice } from '../../orders/eligibility/not-eligible-notice.tsx';
import { RifaPicture } from '../../rifa-display/rifa-picture.tsx';
import { queries } from '../../api.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/data-display/progress-bar.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { NoNetwork } from '../../ui/no-network.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { Skeleton } from '../../ui/states.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { useParticipation } from '../checkout/use-participation.ts';
import { useReceivedAt, useSecondsLeft } from '../pay/use-seconds-left.ts';
import { EndGroup } from './end-group.tsx';
import {
  completeText,
  countParts,
  disputedOthersText,
  deadlineLabel,
  progressLabel,
  endingText,
  noneFreeText,
  pausedText,
  type ReleasedText,
  releasedText,
} from './group-labels.ts';
import { OwnPart } from './own-part.tsx';
import { PartList } from './part-list.tsx';
import { ShareGroup } from './share-group.tsx';

const TakePartSheet = lazyComponent(() => import('./take-part-sheet.tsx'));

interface GroupViewProps {
  group: GroupPurchase;
  /** Read with the session. The server renders without one, so it knows no own part. */
  isRead: boolean;
  isOffline: boolean;
  isShopAway: boolean;
}

/** A group purchase for its members: the own part first, then all parts with their holders. */
export function GroupView({ group, isRead, isOffline, isShopAway }: GroupViewProps) {
  const [taking, setTaking] = useState<{ part: GroupPart; open: boolean } | null>(null);
  const own = group.parts.filter(({ externalReference, state }) => externalReference && state !== 'ended');
  const waiting = own.find(({ state }) => state === 'taken');
  const released = useReleasedPart(own);
  // Only when the Pix code arrives on an open page.
  const [wasWaiting] = useState(Boolean(waiting));
  const session = useSession();
  const firstFree = group.parts.find(({ state }) => state === 'free');
  const isOnSale = group.state === 'open' && group.rifa.status === 'active' && !waiting;
  const ineligibility = useParticipation([group.rifa.id], {
    isAsked: session.status === 'signed-in' && isOnSale && firstFree !== undefined,
  });
  const isOwnUnknown = session.status === 'signed-in' && !isRead && own.length === 0;
  const canTake = isOnSale && !ineligibility && !isOwnUnknown;
  const take = (part: GroupPart) => setTaking({ part, open: true });
  return (
    <>
      <NoNetwork isOffline={isOffline} isShopAway={isShopAway} className="mb-4">
        Esta página se atualiza sozinha quando {isShopAway ? 'ela' : 'a internet'} voltar.
      </NoNetwork>
      <div className="mx-auto grid max-w-5xl items-start gap-6 lg:grid-cols-[1fr_24rem] lg:grid-rows-[auto_1fr]">
        <GroupHeader group={group} />
        <div className="grid gap-6 lg:row-span-2">
          <ReleasedPart text={released === null ? null : releasedText(group, released)} />
          {own.map((part) => (
            <OwnPart key={part.partNo} group={group} part={part} takesFocus={!wasWaiting} />
          ))}
          {isOnSale && firstFree && ineligibility && <NotEligibleNotice participation={ineligibility} />}
          {isOnSale && firstFree && isOwnUnknown && <Skeleton className="h-14 rounded-full" />}
          {canTake && firstFree && own.length === 0 && (
            <Button size="lg" block icon="pix" onClick={() => take(firstFree)}>
              <span>
                Pegar uma parte ·{' '}
                <span className="tabular whitespace-nowrap">{formatBrl(group.partCentavos)}</span>
              </span>
            </Button>
          )}
          <ShareGroup group={group} />
        </div>
        <div className="grid gap-6">
          <PartList group={group} onTake={canTake ? take : null} />
          <Rules group={group} />
          {group.isStarter && group.state === 'open' && <EndGroup group={group} />}
        </div>
      </div>
      {taking && (
        <Suspense>
          <TakePartSheet
            key={taking.part.partNo}
            group={group}
            part={taking.part}
            open={taking.open}
            onOpenChange={(open) => setTaking({ ...taking, open })}
          />
        </Suspense>
      )}
    </>
  );
}

/** @returns number of the part that the caller gave up or let expire */
function useReleasedPart(own: readonly GroupPart[]): number | null {
  const taken = own.find(({ state }) => state === 'taken')?.partNo ?? null;
  const [last, setLast] = useState(taken);
  if (taken !== null && taken !== last) setLast(taken);
  return own.some(({ partNo }) => partNo === last) ? null : last;
}

function ReleasedPart({ text }: { text: ReleasedText | null }) {
  // Moves focus: the focused Pix code has disappeared.
  const news = useFocusNext<HTMLDivElement>(String(text?.title));
  return (
    <div ref={news} className="contents">
      <LiveRegion className="rounded-md bg-warning-tint px-4 py-3 text-warning">
        {text && (
          <p tabIndex={-1} className="scroll-mt-28 outline-none">
            <strong>{text.title}</strong> Se você pagou o Pix dela, não se preocupe: {text.ifPaid}
          </p>
        )}
      </LiveRegion>
    </div>
  );
}

function GroupHeader({ group }: { group: GroupPurchase }) {
  const { rifa, parts } = group;
  // Moves focus: the button that ended the group has disappeared.
  const progress = useFocusNext<HTMLDivElement>(group.state);
  const paid = countParts(group, 'paid');
  const disputed = disputedOthersText(group);
  return (
    <Card className="overflow-hidden">
      <div className="grid grid-cols-[--spacing(26)_1fr] items-stretch sm:grid-cols-[11rem_1fr]">
        <RifaPicture image={rifa.image} sizes="11rem" className="size-full" />
        <div className="grid content-center gap-1 p-4 sm:p-5">
          <p className="text-sm text-ink-soft">Bolão de {group.starter}</p>
          <h1 className="text-2xl break-words">{group.name}</h1>
          <Link to={links.rifaDetail(rifa.id)} className="text-link justify-self-start font-semibold">
            {rifa.title}
          </Link>
          <p className="text-sm text-ink-soft">{drawSentence(rifa)}</p>
        </div>
      </div>
      <div ref={progress} className="grid gap-3 border-t border-line p-4 sm:p-5">
        <div aria-live="polite" className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p tabIndex={-1} className="scroll-mt-40 font-display text-xl font-bold outline-none">
            {progressLabel(group)}
          </p>
          <p className="text-sm text-ink-soft">
            {formatCount(paid, 'paga', 'pagas')} de {parts.length}
          </p>
        </div>
        <ProgressBar
          percent={(paid / parts.length) * 100}
          label="Partes pagas"
          tone={group.state === 'complete' ? 'success' : 'sea'}
        />
        <State group={group} />
        {disputed && <p className="rounded-md bg-warning-tint px-4 py-3 text-warning">{disputed}</p>}
      </div>
    </Card>
  );
}

function drawSentence({ status, drawDate }: GroupPurchase['rifa']): string {
  if (status === 'cancelled') return 'Não será sorteada.';
  return `${status === 'completed' ? 'Sorteada' : 'Sorteio'} em ${formatLongDate(drawDate)}.`;
}

function State({ group }: { group: GroupPurchase }) {
  if (group.state === 'starting' && group.rifa.status !== 'cancelled')
    return (
      <p className="text-ink-soft">
        {group.isStarter
          ? 'O bolão abre para os amigos quando a sua parte for paga.'
          : `O bolão abre assim que ${group.starter} pagar a própria parte. Esta página se atualiza sozinha.`}
      </p>
    );
  if (group.rifa.status === 'cancelled')
    return (
      <p className="text-ink-soft">A rifa foi cancelada. O valor das partes pagas volta para quem pagou.</p>
    );
  if (group.state === 'complete') {
    const isWhole = group.rifa.status !== 'completed' && countParts(group, 'returned') === 0;
    return <p className={isWhole ? 'font-semibold text-success' : 'text-ink-soft'}>{completeText(group)}</p>;
  }
  if (group.state === 'ended') return <p className="text-ink-soft">{endingText(group)}</p>;
  if (group.rifa.status === 'paused')
    return (
      <>
        <p className="font-semibold text-warning">{pausedText(group)}</p>
        {group.rifa.pauseReason && (
          <p className="wrap-anywhere">
            <strong>Por quê:</strong> {group.rifa.pauseReason}
          </p>
        )}
        <Deadline group={group} />
      </>
    );
  const noneFree = noneFreeText(group);
  return (
    <>
      <Deadline group={group} />
      {noneFree && <p className="text-ink-soft">{noneFree}</p>}
    </>
  );
}

/** Counts down by the server's clock. */
function Deadline({ group }: { group: GroupPurchase }) {
  const receivedAt = useReceivedAt(queries.orders.group.queryKey({ input: { token: group.token } }));
  const left = useSecondsLeft(group.deadline, { answeredAt: group.now, receivedAt });
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  const clock = [...(hours > 0 ? [hours] : []), minutes, seconds]
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':');
  const text = hours < 48 ? clock : `${Math.floor(hours / 24)} dias`;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-ink-soft">
      <Icon name="clock" />
      <span role="timer" aria-label="Tempo que resta do bolão">
        Termina em <span className="tabular font-bold text-ink">{text}</span>
      </span>
      <span className="text-sm">(às {deadlineLabel(group.deadline)})</span>
    </p>
  );
}

function Rules({ group }: { group: GroupPurchase }) {
  return (
    <p className="text-sm text-ink-soft">
      Cada parte tem {formatCount(group.cotas, 'cota', 'cotas')} e é um pedido de quem paga: comprovante,
      desistência e prêmio são dessa pessoa.
      {group.state !== 'complete' &&
        group.state !== 'ended' &&
        ' Uma parte sem Pix em 15 minutos fica livre de novo. O que ninguém pagar até o prazo volta à venda.'}
    </p>
  );
}
