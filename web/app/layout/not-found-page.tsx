import { data, Link, useNavigate } from 'react-router';
import { useSession } from '../session/session.ts';
import { links } from '../links.ts';
import { pageMeta } from '../document/page-meta.ts';
import { Button, LinkButton } from '../ui/button.tsx';

export const meta = pageMeta({
  title: 'Página não encontrada',
  description: 'Este endereço não existe.',
  index: false,
});

/** Sets the HTTP status 404 for search engines and link checkers. */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  return <NotFound />;
}

const own = { to: links.dashboard(), label: 'Minhas rifas' };
const signIn = { to: links.auth(), label: 'Entrar' };

const suggestions = (signedIn: boolean) => [
  { to: links.home(), label: 'Rifas disponíveis' },
  { to: links.howToTakePart(), label: 'Como participar' },
  { to: links.results(), label: 'Resultados' },
  { to: links.affiliates(), label: 'Seja um afiliado' },
  signedIn ? own : signIn,
  { to: links.support(), label: 'Suporte' },
];

export function NotFound() {
  const navigate = useNavigate();
  const signedIn = useSession().status === 'signed-in';
  return (
    <main
      id="conteudo"
      className="shell grid min-h-[70svh] content-center justify-items-center gap-4 py-16 text-center"
    >
      <p aria-hidden className="font-display text-4xl font-extrabold text-sea">
        404
      </p>
      <h1 className="text-3xl">Página não encontrada</h1>
      <p className="max-w-md text-ink-soft">A maré levou este endereço. Veja para onde você pode ir:</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <LinkButton to={links.home()}>Voltar ao Início</LinkButton>
        <Button variant="outline" onClick={() => void navigate(-1)}>
          Voltar
        </Button>
      </div>
      <ul className="mt-4 flex flex-wrap justify-center gap-x-5 gap-y-2">
        {suggestions(signedIn).map((entry) => (
          <li key={entry.to}>
            <Link to={entry.to} className="text-link inline-flex min-h-9 items-center">
              {entry.label}
            </Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
