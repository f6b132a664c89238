import { useQuery } from '../../fetching/deferred-cache/use-query.tsx';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { serviceSettings } from './providers/providers.ts';

const CaptchaWidget = lazyComponent(() => import('./captcha-widget.tsx'));

export interface Captcha {
  /** Render it in the form; null when no captcha is configured. */
  widget: ReactNode;
  /** Single-use token for the next attempt; undefined without a captcha. */
  token: string | undefined;
  /** Whether a captcha is configured and not solved yet. */
  missing: boolean;
  /** Resets the captcha after its token was used. */
  renew: () => void;
}

export const CAPTCHA_MISSING = 'Confirme que você não é um robô.';

/** Captcha of a form whose request the auth service protects with one. */
export function useCaptcha(): Captcha {
  const settings = useQuery(serviceSettings);
  const [token, setToken] = useState<string>();
  const [round, setRound] = useState(0);
  const shown = settings.data?.captcha ?? null;
  return {
    widget: shown && (
      <Suspense fallback={<div className="min-h-20" />}>
        <CaptchaWidget key={round} shown={shown} onToken={setToken} />
      </Suspense>
    ),
    token,
    missing: shown !== null && token === undefined,
    renew: () => {
      setToken(undefined);
      setRound((before) => before + 1);
    },
  };
}
