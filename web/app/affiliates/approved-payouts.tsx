import { Link } from 'react-router';
import type { ApprovedPayout } from '@mare/contract/affiliates/payouts.ts';
import { formatBrl } from '../format.ts';
import { links } from '../links.ts';

/** Destination of approved payouts, with instructions for a replaced Pix key. */
export function ApprovedPayouts({ payouts }: { payouts: readonly ApprovedPayout[] }) {
  if (payouts.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {payouts.map(({ id, amountCentavos, pixKey, isFormerKey }) =>
        isFormerKey ? (
          <li key={id} className="rounded-md bg-warning-tint px-4 py-3 text-warning">
            O repasse de {formatBrl(amountCentavos)} já estava aprovado quando a chave Pix mudou: ele vai para
            a chave de antes, <strong className="tabular">{pixKey}</strong>. Para receber na nova,{' '}
            <Link to={links.support()} className="text-link">
              peça ao suporte
            </Link>
            , antes do Pix, que ele fique para o próximo mês.
          </li>
        ) : (
          <li key={id}>
            O repasse de {formatBrl(amountCentavos)} foi aprovado e vai por Pix para{' '}
            <strong className="tabular">{pixKey}</strong>.
          </li>
        ),
      )}
    </ul>
  );
}
