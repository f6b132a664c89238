import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { ineligibilityMessage, type Ineligibility } from './eligibility-messages.ts';

interface NotEligibleNoticeProps {
  participation: Ineligibility | undefined;
  /** Where several rifas are shown. */
  rifaTitle?: string;
  /** Reason why the rifa's sales are paused. */
  pauseReason?: string | null;
}

/**
 * 'Não é possível participar', the reason and the remedy. Without an answer from the server participation is denied.
 */
export function NotEligibleNotice({ participation, rifaTitle, pauseReason }: NotEligibleNoticeProps) {
  return (
    <div role="alert" className="grid gap-3 rounded-md bg-coral-tint p-4 text-ink">
      <p className="flex items-center gap-2 font-bold text-coral-strong">
        <Icon name="alert" />
        Não é possível participar{rifaTitle && ` de “${rifaTitle}”`}
      </p>
      <p>{ineligibilityMessage(participation, pauseReason)}</p>
      {participation?.reason === 'city_unknown' && (
        <LinkButton to={links.account()} variant="secondary">
          Informar minha cidade
        </LinkButton>
      )}
      {participation?.reason === 'birth_date_unknown' && (
        <LinkButton to={links.account()} variant="secondary">
          Informar minha data de nascimento
        </LinkButton>
      )}
      {participation?.reason === 'cpf_unknown' && (
        <LinkButton to={links.account()} variant="secondary">
          Informar meu CPF
        </LinkButton>
      )}
      {participation?.reason === 'phone_unconfirmed' && (
        <LinkButton to={links.account()} variant="secondary">
          Confirmar meu celular
        </LinkButton>
      )}
      {(participation?.reason === 'self_excluded' || participation?.reason === 'paused') && (
        <LinkButton to={links.account()} variant="secondary">
          Ver seus limites
        </LinkButton>
      )}
    </div>
  );
}
