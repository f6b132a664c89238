import { useQuery } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { SpendingBlockView } from '@mare/contract/personalization/personalization.ts';
import { greetingName } from '@mare/domain/personalization/greeting.ts';
import { RETURN_COUPON } from '@mare/domain/personalization/segments.ts';
import { Link } from 'react-router';
import { queries } from '../api.ts';
import { saveCoupon } from '../purchase/quote/coupon-storage.ts';
import { formatBrl, formatDate } from '../format.ts';
import { links } from '../links.ts';
import { ownLimitMessage } from '../messages/purchase-messages.ts';
import { useVariant } from '../experiments/use-variant.ts';
import { RifaPicture } from '../rifa-display/rifa-picture.tsx';
import { useShopName } from '../document/site-facts.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/style/class-names.ts';
import { Icon } from '../ui/style/icons.tsx';
import { Skeleton } from '../ui/states.tsx';
import { segmentCopy, vipPerks } from '../personalization/segment-copy.ts';

/** Greeting and recommendations for a signed-in buyer, without any during a pause. Hidden if loading fails. */
export default function PersonalBlock({ name }: { name: string | null }) {
  const shopName = useShopName();
  const { on: recommendationsFirst } = useVariant('recommendations-first');
  const personal = useQuery(queries.personalization.mine.queryOptions());
  if (personal.isPending) return <Skeleton className="shell h-48" />;
  if (!personal.data) return null;
  const { segment, block } = personal.data;
  if (block) return <PauseReminder name={name} block={block} />;
  const words = segmentCopy[segment];
  return (
    <section
      aria-labelledby="para-voce"
      className={classNames('shell flex gap-6', recommendationsFirst ? 'flex-col-reverse' : 'flex-col')}
    >
      <div className={classNames('grid gap-3 rounded-xl p-6 sm:p-8', words.colours)}>
        <h2 id="para-voce" className="text-2xl sm:text-3xl">
          {greetingName(name)}, {words.welcome}
        </h2>
        <p className="text-lg">{words.urgency}</p>
        <p className="flex items-center gap-2 text-sm">
          <Icon name="users" className="size-5 shrink-0" />
          {words.socialProof.replace('{loja}', shopName)}
        </p>
        {segment === 'vip' && <VipPerks />}
        {segment === 'at_risk' && <ReturnOffer />}
      </div>
      <Recommendations />
    </section>
  );
}

interface PauseReminderProps {
  name: string | null;
  block: SpendingBlockView;
}

function PauseReminder({ name, block }: PauseReminderProps) {
  return (
    <section aria-labelledby="para-voce" className="shell" data-resting>
      <div className="grid gap-3 rounded-xl bg-sea-tint p-6 text-sea-strong sm:p-8">
        <h2 id="para-voce" className="text-2xl sm:text-3xl">
          {greetingName(name)}, a sua pausa está valendo.
        </h2>
        <p className="text-lg">
          {ownLimitMessage({ ...block, leftCentavos: 0 })} As cotas que já são suas continuam valendo.
        </p>
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <Link to={links.dashboard()} className="text-link">
            Minhas rifas
          </Link>
          <Link to={links.ownLimits()} className="text-link">
            Ver seus limites
          </Link>
        </p>
      </div>
    </section>
  );
}

function VipPerks() {
  return (
    <ul aria-label="Suas vantagens VIP" className="mt-2 grid gap-2 sm:grid-cols-2">
      {vipPerks.map((perk) => (
        <li key={perk} className="flex items-center gap-2 font-semibold">
          <Icon name="star" className="size-5 shrink-0 text-sun" />
          {perk}
        </li>
      ))}
    </ul>
  );
}

function ReturnOffer() {
  const { code, percent } = RETURN_COUPON;
  const choose = () => {
    saveCoupon(code);
    toast.success(`Cupom ${code} guardado!`, { description: 'O desconto aparece ao finalizar a compra.' });
    document.getElementById('rifas')?.scrollIntoView({ behavior: 'smooth' });
  };
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-3">
      <p>
        <strong className="font-display text-xl">{percent}% de desconto</strong> na volta, com o cupom{' '}
        <strong className="tabular">{code}</strong>
      </p>
      <Button onClick={choose}>Usar Cupom</Button>
    </div>
  );
}

function Recommendations() {
  const recommendations = useQuery(queries.personalization.recommendations.queryOptions({ input: {} }));
  if (recommendations.isPending) return <Skeleton className="h-28" />;
  if (!recommendations.data?.length) return null;
  return (
    <div className="grid gap-3">
      <h3 className="text-xl">Recomendadas para você</h3>
      <ul className="-mx-4 flex snap-x gap-4 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-2 sm:overflow-visible sm:px-0 lg:grid-cols-3">
        {recommendations.data.map((rifa) => (
          <li key={rifa.id} className="w-72 shrink-0 snap-start sm:w-auto">
            <Link
              to={links.rifa(rifa.id)}
              className="flex items-center gap-3 rounded-lg border border-line bg-surface p-3 shadow-soft hover:border-sea"
            >
              <RifaPicture image={rifa.image} sizes="5rem" className="aspect-4/3 w-20 shrink-0 rounded-sm" />
              <span className="min-w-0">
                <span className="line-clamp-2 leading-snug font-semibold">{rifa.title}</span>
                <span className="text-sm text-ink-soft">
                  {formatBrl(rifa.priceCentavos)} · sorteio em {formatDate(rifa.drawDate)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
