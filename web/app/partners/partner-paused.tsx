import { Link } from 'react-router';
import { links } from '../links.ts';

/** Instead of the dates of a voucher whose partner pauses. */
export function PartnerPaused({ companyName }: { companyName: string }) {
  return (
    <p className="rounded-md bg-sunken p-3 text-sm">
      {companyName} não está atendendo agora. O voucher continua seu: a nossa equipe combina com você outra
      data ou outro lugar.{' '}
      <Link to={links.support()} className="text-link">
        Falar com a equipe
      </Link>
    </p>
  );
}
