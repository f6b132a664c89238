import { useLocation, useNavigate } from 'react-router';
import type { apiErrors } from '@mare/contract/errors.ts';
import type { z } from 'zod';
import { isApiError } from '../../fetching/failures/is-api-error.ts';
import { links } from '../../links.ts';
import { errorMessage } from '../../messages.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/style/icons.tsx';

export interface PersonConflict {
  reason: z.infer<(typeof apiErrors)['PERSON_CONFLICT']['data']>['reason'];
  message: string;
}

/** Null for another error. */
export function readPersonConflict(error: unknown): PersonConflict | null {
  if (!isApiError(error, 'PERSON_CONFLICT')) return null;
  const { reason } = (error as { data: Pick<PersonConflict, 'reason'> }).data;
  return { reason, message: errorMessage(error) };
}

/** On phones the pay button is at the foot of the screen, away from this note. */
const keepInView = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'nearest' });

interface PersonConflictNoteProps {
  conflict: PersonConflict | null;
  /** Path to return to after the sign-in; the page's path by default. */
  returnTo?: string | undefined;
}

/** Explains why the stated CPF or e-mail address cannot buy here, and offers solutions. */
export function PersonConflictNote({ conflict, returnTo }: PersonConflictNoteProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  if (!conflict) return null;
  async function changeAccount() {
    // Loaded on demand, because few people change the account. A static import would split chunks of the first view.
    const { switchAccount } = await import('./switch-account.ts');
    await switchAccount();
    void navigate(links.auth(returnTo ?? `${pathname}${search}`));
  }
  return (
    <div
      ref={keepInView}
      role="alert"
      className="grid scroll-mb-32 gap-3 rounded-md bg-coral-tint p-4 text-ink"
    >
      <p className="flex items-center gap-2 font-bold text-coral-strong">
        <Icon name="alert" />
        {conflict.reason === 'other_email' ? 'Este e-mail é de outra conta' : 'Confira o CPF'}
      </p>
      <p>{conflict.message}</p>
      <div className="flex flex-wrap gap-2">
        {conflict.reason !== 'other_cpf' && (
          <Button variant="secondary" size="sm" onClick={() => void changeAccount()}>
            Entrar na outra conta
          </Button>
        )}
        <LinkButton variant="outline" size="sm" to={links.support()}>
          Falar com o suporte
        </LinkButton>
      </div>
    </div>
  );
}
