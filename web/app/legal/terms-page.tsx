import { links } from '../links.ts';
import { pageMeta } from '../document/page-meta.ts';
import { lazyBoundary } from '../ui/loading/lazy-boundary.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.ts';

export const meta = pageMeta({
  title: 'Termos de Uso',
  description:
    'As regras da {loja}: quem pode participar, reserva e pagamento das cotas, sorteio, prêmios, devoluções e afiliados.',
  path: links.terms(),
});

/** Static: it can be read, and its links work, before it hydrates. */
const TermsText = lazyBoundary(lazyComponent(() => import('./terms-text.tsx')));

export default function TermsPage() {
  return <TermsText />;
}
