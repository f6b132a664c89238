import { Link } from 'react-router';
import { useRootData } from '../document/root-data.ts';
import { links } from '../links.ts';

/** 'escreva para … ou use a página de Suporte'; the first part only if the shop has an e-mail address. */
export function PrivacyContact() {
  const contacts = useRootData()?.site.contacts;
  const email = contacts?.privacyEmail || contacts?.email;
  return (
    <>
      {email && (
        <>
          escreva para{' '}
          <a href={`mailto:${email}`} className="text-link break-all">
            {email}
          </a>{' '}
          ou{' '}
        </>
      )}
      use a página de{' '}
      <Link to={links.support()} className="text-link">
        Suporte
      </Link>
    </>
  );
}
