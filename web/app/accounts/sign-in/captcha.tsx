import { useQuery } from '../../fetching/deferred-cache/use-query.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type CaptchaWidget, serviceSettings } from './providers.ts';
import { FormError } from '../../ui/states.tsx';

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
    widget: shown && <Widget key={round} shown={shown} onToken={setToken} />,
    token,
    missing: shown !== null && token === undefined,
    renew: () => {
      setToken(undefined);
      setRound((before) => before + 1);
    },
  };
}

function Widget({ shown, onToken }: { shown: CaptchaWidget; onToken: (token: string | undefined) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let left = false;
    async function show() {
      const maker = await loadScript(shown);
      if (left || !box.current) return;
      maker.render(box.current, {
        sitekey: shown.siteKey,
        callback: onToken,
        'expired-callback': () => onToken(undefined),
        'error-callback': () => setFailed(true),
      });
    }
    show().catch(() => setFailed(true));
    return () => {
      left = true;
    };
  }, [shown, onToken]);
  return (
    <div className="grid justify-items-center gap-2">
      <div ref={box} className="min-h-20" />
      {failed && (
        <FormError>A verificação não carregou. Confira sua internet e recarregue a página.</FormError>
      )}
    </div>
  );
}

/** Common API of the hCaptcha and Turnstile scripts. */
interface WidgetMaker {
  render(container: HTMLElement, options: Record<string, unknown>): unknown;
}

const loading = new Map<string, Promise<WidgetMaker>>();

function loadScript({ provider, scriptUrl }: CaptchaWidget): Promise<WidgetMaker> {
  const known = loading.get(scriptUrl);
  if (known) return known;
  const made = new Promise<WidgetMaker>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${scriptUrl}${scriptUrl.includes('?') ? '&' : '?'}render=explicit`;
    script.async = true;
    script.addEventListener('load', () => {
      const maker = (window as unknown as Record<string, WidgetMaker | undefined>)[provider];
      if (maker) resolve(maker);
      else reject(new Error(`${provider} did not come with its script`));
    });
    script.addEventListener('error', () => {
      loading.delete(scriptUrl);
      reject(new Error(`${provider} cannot be reached`));
    });
    document.head.append(script);
  });
  loading.set(scriptUrl, made);
  return made;
}
