import { useEffect, useRef, useState } from 'react';
import { FormError } from '../../ui/states.tsx';
import type { CaptchaWidget as Captcha } from './providers/read-service-settings.ts';

interface CaptchaWidgetProps {
  shown: Captcha;
  onToken: (token: string | undefined) => void;
}

/** The captcha of the configured service, by its own script. */
export default function CaptchaWidget({ shown, onToken }: CaptchaWidgetProps) {
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

function loadScript({ provider, scriptUrl }: Captcha): Promise<WidgetMaker> {
  const known = loading.get(scriptUrl);
  if (known) return known;
  const maker = new Promise<WidgetMaker>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${scriptUrl}${scriptUrl.includes('?') ? '&' : '?'}render=explicit`;
    script.async = true;
    script.addEventListener('load', () => {
      const loaded = (window as unknown as Record<string, WidgetMaker | undefined>)[provider];
      if (loaded) resolve(loaded);
      else reject(new Error(`${provider} did not come with its script`));
    });
    script.addEventListener('error', () => {
      loading.delete(scriptUrl);
      reject(new Error(`${provider} cannot be reached`));
    });
    document.head.append(script);
  });
  loading.set(scriptUrl, maker);
  return maker;
}
