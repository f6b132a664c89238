import { type ReactNode, use, useEffect } from 'react';
import { Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router';
import appCss from './app.css?url';
import type { Route } from './+types/root.ts';
import { serverApi } from './api.ts';
import { confirmHydration, preHydrationClickScript } from './document/pre-hydration-clicks.ts';
import { themeScript } from './document/theme.tsx';
import { appIconPath, logoPath } from '@mare/domain/admin/logo-path.ts';
import { type RootData, useRootData } from './document/root-data.ts';
import { NonceContext } from './document/nonce.ts';
import { PageStyleContext, pageStyle } from './document/page-style.ts';
import { pageRequest } from './document/page-request.ts';
import { SocialProofContext } from './social-proof/social-proof-context.ts';
import { storedSessionScript } from './session/session.ts';
import { trustedTypesScript } from './document/trusted-types.ts';
import { applyLoadedFont, displayFontScript, preloadedFont } from './ui/style/fonts.ts';
import { awaitedOrderScript } from './purchase/open-order/awaited-order.ts';
import { ProofHost } from './layout/proof-host.tsx';
import { Toaster } from './ui/overlay/toaster.tsx';

export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const { publicUrl, demo } = context.get(pageRequest);
  const api = context.get(serverApi);
  const [{ mode }, site] = await Promise.all([api.rifas.socialProof(), api.site.read()]);
  return { publicUrl, demo, socialProof: mode, site };
}

/** Site-wide data is loaded with the first page only. */
export const shouldRevalidate = () => false;

/** Runs as the page is parsed, and never again: the browser's code does not contain it. */
const firstScript = import.meta.env.SSR
  ? themeScript +
    displayFontScript +
    storedSessionScript +
    awaitedOrderScript +
    trustedTypesScript +
    preHydrationClickScript
  : '';

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  const style = use(PageStyleContext);
  const site = useRootData()?.site;
  const css = site?.css;
  const mark = site?.logo.mark;
  return (
    <html lang="pt-BR" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // oxlint-disable-next-line react/no-danger -- trusted constants that must run first
          dangerouslySetInnerHTML={{ __html: firstScript }}
        />
        <link rel="preload" href={preloadedFont} as="font" type="font/woff2" crossOrigin="anonymous" />

        <link rel="manifest" href="/manifest.webmanifest" />
        <link
          rel="apple-touch-icon"
          href={mark ? appIconPath(mark.id, 'toque') : '/icons/apple-touch-icon.png'}
        />
        <link rel="icon" href={mark ? logoPath(mark.id) : '/favicon.svg'} />
        <Meta />
        {import.meta.env.DEV ? (
          <link rel="stylesheet" href={appCss} />
        ) : (
          <style nonce={nonce} suppressHydrationWarning {...pageStyle(style)} />
        )}
        {css && (
          <style
            nonce={nonce}
            suppressHydrationWarning
            // oxlint-disable-next-line react/no-danger -- the server builds it from validated colours only
            dangerouslySetInnerHTML={{ __html: css }}
          />
        )}
      </head>
      <body onTransitionCancel={confirmHydration}>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  useEffect(applyLoadedFont, [pathname]);
  return (
    <>
      <SocialProofContext value={loaderData.socialProof}>
        <Outlet />
      </SocialProofContext>
      <Toaster />
      <ProofHost />
    </>
  );
}

export { RouterErrorScreen as ErrorBoundary } from './layout/router-error-screen.tsx';
