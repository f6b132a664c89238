import { joinWords } from '@mare/domain/format.ts';
import type { Participation } from '@mare/contract/rifas/rifas.ts';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { classNames } from '../../ui/style/class-names.ts';
import { Icon } from '../../ui/style/icons.tsx';

interface ServicePrizeNoteProps {
  rifa: RifaDetail;
  /** Undefined for a visitor and while loading. */
  participation: Participation | undefined;
}

/** Cities where service prizes are rendered; a warning for buyers who live elsewhere. */
export function ServicePrizeNote({ rifa, participation }: ServicePrizeNoteProps) {
  const services = rifa.prizes.filter((prize) => prize.prizeType === 'service');
  if (services.length === 0) return null;
  const cities = [...new Set(services.flatMap((prize) => prize.serviceCity ?? []))];
  const elsewhere = participation?.reason === 'other_city';
  return (
    <p
      className={classNames(
        'flex items-start gap-2 rounded-md p-3 text-sm',
        elsewhere ? 'bg-coral-tint font-semibold text-coral-strong' : 'bg-sea-tint text-sea-strong',
      )}
    >
      <Icon name={elsewhere ? 'alert' : 'info'} className="mt-0.5 size-4.5" />
      <span>
        {services.length === 1 ? 'Um dos prêmios é um serviço' : 'Há prêmios que são serviços'}
        {cities.length > 0 && `, prestado${services.length === 1 ? '' : 's'} em ${joinWords(cities)}`}
        {elsewhere ? '. A sua cidade não é atendida.' : '. Confira se você pode ir até lá.'}
      </span>
    </p>
  );
}
