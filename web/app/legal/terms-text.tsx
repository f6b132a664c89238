import { TERMS } from '@mare/domain/accounts/terms.ts';
import { LegalDocument } from './legal-document.tsx';
import { termsClauses } from './terms-clauses.tsx';

export default function TermsText() {
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
