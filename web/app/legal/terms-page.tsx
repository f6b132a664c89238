import { TERMS } from '@mare/domain/accounts/terms.ts';
import { links } from '../links.ts';
import { pageMeta } from '../document/page-meta.ts';
import { LegalDocument } from './legal-document.tsx';
import { termsClauses } from './terms-clauses.tsx';

export const meta = pageMeta({
  title: 'Termos de Uso',
  description:
    'As regras da {loja}: quem pode participar, reserva e pagamento das cotas, sorteio, prêmios, devoluções e afiliados.',
  path: links.terms(),
});

export default function TermsPage() {
  return (
    <LegalDocument
      title="Termos de Uso"
      icon="ticket"
      lead="O que combinamos com você ao usar o site, comprar cotas ou divulgar as nossas rifas."
      updated={TERMS.updated}
      version={TERMS.version}
      clauses={termsClauses}
    />
  );
}
