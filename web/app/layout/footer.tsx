import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { links } from '../links.ts';
import { CartPreloader } from './cart-preloader.tsx';
import { useHydratedPathname } from './use-hydrated-pathname.ts';
import { ConsentBanner } from '../personalization/consent/consent-banner.tsx';
import { requestConsent } from '../personalization/consent/consent-store.ts';
import { useRootData } from '../document/root-data.ts';
import { isMareDaSorte, useShopName } from '../document/site-facts.ts';
import { Icon, type IconName } from '../ui/style/icons.tsx';
import { Logo } from '../ui/style/logo.tsx';
import { ThemeToggle } from '../document/theme.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.ts';

/** Below the fold, so its hydration can wait. */
const NewsletterForm = lazyComponent(() => import('./newsletter-form.tsx'));

const shop = [
  { to: links.home(), label: 'Início' },
  { to: links.howToTakePart(), label: 'Como Participar' },
  { to: links.ownNumbers(), label: 'Meus Números' },
  { to: links.results(), label: 'Resultados' },
  { to: links.ranking(), label: 'Ranking' },
];

const company = [
  { to: links.about(), label: 'Sobre' },
  { to: links.support(), label: 'Suporte' },
  { to: links.transparency(), label: 'Registro público' },
  { to: links.affiliates(), label: 'Afiliados' },
  { to: links.responsiblePlay(), label: 'Jogo Responsável' },
  { to: links.terms(), label: 'Termos de Uso' },
  { to: links.privacy(), label: 'Privacidade' },
];

const networks = [
  { key: 'instagram', label: 'Instagram' },
  { key: 'facebook', label: 'Facebook' },
  { key: 'twitter', label: 'Twitter' },
] as const;

function badgeIcon(badge: string): IconName {
  if (/ssl/i.test(badge)) return 'lock';
  return /lgpd/i.test(badge) ? 'shield' : 'check';
}

interface FooterProps {
  /** Subscribes to the newsletter. A rejected promise shows an error with a retry hint. */
  onNewsletter: (email: string) => Promise<void>;
}

export function Footer({ onNewsletter }: FooterProps) {
  const name = useShopName();
  /** Hides the newsletter form and the site map in the panel, at a stand and on pages where a buyer pays. */
  const isShort = /^\/(?:admin|balcao|bolao|checkout|pedido)(?:\/|$)/.test(useHydratedPathname());
  return (
    <>
      <footer className="mt-8 bg-deep sm:mt-20 text-on-deep">
        <div aria-hidden className="lace-bottom h-7 bg-page" />
        <div className="shell grid gap-6 pt-5 pb-5 sm:pb-8 sm:gap-12 sm:pt-10">
          {!isShort && (
            <>
              <Newsletter onNewsletter={onNewsletter} />
              <SiteMap name={name} />
            </>
          )}
          <div className="flex items-center justify-between gap-4 border-t border-on-deep/20 pt-5 text-sm text-on-deep-soft">
            <p>© {name}. Para maiores de 18 anos. Jogue com responsabilidade.</p>
            <ThemeToggle className="text-on-deep hover:bg-on-deep/10" />
          </div>
        </div>
      </footer>
      <ConsentBanner />
      <CartPreloader />
    </>
  );
}

function Newsletter({ onNewsletter }: FooterProps) {
  const site = useRootData()?.site;
  return (
    <section
      aria-labelledby="newsletter-title"
      className="grid gap-3 rounded-xl bg-on-deep/8 p-4 sm:gap-5 sm:p-6 md:p-10 lg:grid-cols-2 lg:gap-12"
    >
      <div>
        <h2 id="newsletter-title" className="text-xl sm:text-2xl">
          Fique por Dentro!
        </h2>
        <p className="mt-2 text-on-deep-soft max-sm:hidden">
          Rifas novas, sorteios da semana e ganhadores, direto no seu e-mail.
        </p>
      </div>
      {site?.features.newsletter === false ? (
        <p className="self-center font-semibold">As inscrições estão fechadas por enquanto.</p>
      ) : (
        <Suspense>
          <NewsletterForm onSubmit={onNewsletter} />
        </Suspense>
      )}
    </section>
  );
}

function SiteMap({ name }: { name: string }) {
  const site = useRootData()?.site;
  const contacts = site?.contacts;
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-6 sm:gap-y-10 md:grid-cols-[2fr_1fr_1fr_1.4fr] large-text:grid-cols-1">
      <div className="col-span-full flex flex-wrap content-start items-center justify-between gap-2.5 sm:grid sm:gap-4 md:col-span-1">
        <Logo name={name} logo={site?.logo} onDeep />
        <p className="max-w-xs text-sm text-on-deep-soft max-sm:hidden">
          Rifas{isMareDaSorte(name) && ' de Maceió e da região das lagoas'}, com sorteio pela Loteria Federal
          que qualquer pessoa pode conferir.
        </p>
        <div className="-ml-2.5 flex">
          {networks.map(
            ({ key, label }) =>
              contacts?.[key] && (
                <a
                  key={key}
                  href={contacts[key]}
                  target="_blank"
                  rel="noreferrer"
                  className="grid size-11 place-items-center rounded-full hover:bg-on-deep/10"
                >
                  <Icon name={key} label={label} className="size-6" />
                </a>
              ),
          )}
        </div>
      </div>
      <FooterLinks title="Rifas" entries={shop} />
      <FooterLinks title={name} entries={company}>
        <li>
          <button type="button" className={entryClass} onClick={() => requestConsent()}>
            Escolhas de privacidade
          </button>
        </li>
      </FooterLinks>
      {contacts && contacts.badges.length > 0 && (
        <div className="col-span-full md:col-span-1">
          <FooterTitle>Segurança</FooterTitle>
          <ul className="mt-3 flex flex-wrap gap-2 md:grid md:justify-items-start">
            {contacts.badges.map((badge) => (
              <li
                key={badge}
                className="flex items-center gap-2 rounded-full border border-on-deep/25 px-3 py-1.5 text-sm font-semibold"
              >
                <Icon name={badgeIcon(badge)} className="size-4 text-sun" />
                {badge}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function FooterTitle({ children }: { children: ReactNode }) {
  return <h2 className="text-base font-bold">{children}</h2>;
}

const entryClass =
  'inline-flex min-h-7 items-center sm:min-h-9 text-left text-on-deep-soft hover:text-on-deep hover:underline';

function FooterLinks({
  title,
  entries,
  children,
}: {
  title: string;
  entries: { to: string; label: string }[];
  children?: ReactNode;
}) {
  return (
    <nav aria-label={title}>
      <FooterTitle>{title}</FooterTitle>
      <ul className="mt-1.5">
        {entries.map((entry) => (
          <li key={entry.to}>
            <Link to={entry.to} className={entryClass}>
              {entry.label}
            </Link>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  );
}
