import { links } from '../links.ts';
import { pageMeta } from '../document/page-meta.ts';
import { LegalDocument } from './legal-document.tsx';
import { privacyClauses } from './privacy-clauses.tsx';

export const meta = pageMeta({
  title: 'Política de Privacidade',
  description:
    'Quais dados a {loja} coleta, para que os usa, com quem os compartilha e como você exerce os seus direitos pela LGPD.',
  path: links.privacy(),
});

export default function PrivacyPage() {
  return (
    <LegalDocument
      title="Política de Privacidade"
      icon="lock"
      lead="Quais dados pedimos, por que pedimos e o que você pode exigir de nós, de acordo com a LGPD."
      updated="janeiro de 2024"
      clauses={privacyClauses}
    />
  );
}
