import type { Participation } from '@mare/contract/rifas.ts';
import { links } from '../links.ts';
import { LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';

const list = new Intl.ListFormat('pt-BR', { type: 'disjunction' });

/** 'Não é possível participar', why, and what can be done. Without an answer from the server nobody may. */
export function NotAllowed({ participation }: { participation: Participation | undefined }) {
  return (
    <div role="alert" className="grid gap-3 rounded-md bg-coral-tint p-4 text-ink">
      <p className="flex items-center gap-2 font-bold text-coral-strong">
        <Icon name="alert" />
        Não é possível participar
      </p>
      <p>{sentence(participation)}</p>
      {participation?.reason === 'city_unknown' && (
        <LinkButton to={links.account()} variant="secondary">
          Informar minha cidade
        </LinkButton>
      )}
    </div>
  );
}

function sentence(participation: Participation | undefined): string {
  switch (participation?.reason) {
    case 'city_unknown':
      return 'Conte em Minha Conta em que cidade você mora: esta rifa é para quem está na região metropolitana de Maceió.';
    case 'other_city':
      return `Você precisa estar em uma cidade da região metropolitana de Maceió: ${list.format(participation.eligibleCities)}.`;
    case 'under_age':
      return 'As rifas são para maiores de 18 anos.';
    case 'not_on_sale':
      return 'Esta rifa não está à venda agora.';
    default:
      return 'Não conseguimos verificar se você pode participar. Recarregue a página e tente de novo.';
  }
}
