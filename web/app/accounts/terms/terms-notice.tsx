import { TERMS } from '@mare/domain/accounts/terms.ts';
import { useQuery } from '../../fetching/deferred-cache/use-query.tsx';
import { Link } from 'react-router';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';

/** Terms that a person accepts by continuing. @param doing 'Ao criar a conta' */
export function TermsNotice({ doing }: { doing: string }) {
  return (
    <p className="text-center text-sm text-ink-soft">
      {doing}, você confirma que tem 18 anos ou mais e aceita os{' '}
      <Link to={links.terms()} target="_blank" className="text-link">
        Termos de Uso
      </Link>{' '}
      (versão {TERMS.version}, {TERMS.updated}) e a{' '}
      <Link to={links.privacy()} target="_blank" className="text-link">
        Política de Privacidade
      </Link>
      .
    </p>
  );
}

/** Before an order of an account that has not accepted the version in force. */
export function TermsBeforeOrder() {
  const { data, isError } = useQuery(queries.accounts.terms.queryOptions());
  // If it is unknown what the account has accepted, the terms are named again.
  if ((data === undefined && !isError) || (data && data.version >= TERMS.version)) return null;
  return <TermsNotice doing="Ao pagar" />;
}
