import { Link } from 'react-router';
import type { FinanceReport } from '@mare/contract/admin/finance.ts';
import { formatBrl, formatDateTime, formatInteger } from '../../format.ts';
import { Card } from '../../ui/card.tsx';

type Proof = NonNullable<FinanceReport['proof']>;
type Mismatch = Proof['mismatches'][number];

const sides: Record<Mismatch['kind'], string> = {
  order: 'pedido e livro-caixa',
  payment: 'pagamento e livro-caixa',
  provider: 'pagamento e provedor',
};

/** The latest nightly comparison of the ledger with orders, payments and providers. */
export function ProofCard({ proof }: { proof: Proof }) {
  const { mismatches, unread } = proof;
  return (
    <Card padded className="grid gap-2 text-sm">
      <h2 className="text-xl">Conferência da noite</h2>
      <p>
        {formatDateTime(proof.provedAt)}: {formatInteger(proof.orders)} pedidos e{' '}
        {formatInteger(proof.payments)} pagamentos conferidos com o livro-caixa, e{' '}
        {formatInteger(proof.atProviders)} dos últimos dias com o provedor.{' '}
        {mismatches.length === 0 && <strong>Tudo confere.</strong>}
      </p>
      {unread.length > 0 && (
        <p className="font-semibold text-warning">
          Não respondeu: {unread.join(', ')}. A próxima conferência tenta de novo.
        </p>
      )}
      {mismatches.length > 0 && (
        <>
          <p role="alert" className="font-semibold text-danger">
            Diferenças encontradas. Confira antes de devolver ou repassar dinheiro.
          </p>
          <ul className="grid list-disc gap-1 pl-5">
            {mismatches.map(({ kind, subject, expectedCentavos, foundCentavos }) => (
              <li key={`${kind} ${subject}`} className="wrap-anywhere">
                {sides[kind]},{' '}
                <Link to={`/admin/pagamentos?pedido=${subject.split(':').at(-1)}`} className="text-link">
                  {subject}
                </Link>
                : esperado {formatBrl(expectedCentavos)}, encontrado {formatBrl(foundCentavos)}.
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
