import { pageMeta } from '../../document/page-meta.ts';
import { lazyBoundary } from '../../ui/loading/lazy-boundary.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { Spinner } from '../../ui/states.tsx';

export const meta = pageMeta({
  title: 'Entrar ou criar conta',
  description: 'Entre na {loja} ou crie sua conta.',
  index: false,
});

/** Hydrated after the frame of the site. The placeholder is as tall, to prevent a layout shift. */
const AuthView = lazyBoundary(
  lazyComponent(() => import('./auth-view.tsx'), 'now'),
  <Spinner className="min-h-168" />,
);

export default function AuthPage() {
  return <AuthView />;
}
