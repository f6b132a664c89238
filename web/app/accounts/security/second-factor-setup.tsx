import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { Button, buttonClass, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { copyText } from '../../ui/copy.ts';
import { useShopName } from '../../document/site-facts.ts';
import { CodeField } from '../code-field.tsx';
import { ErrorState, FormError, Skeleton } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { useShortForm } from '../use-short-form.ts';
import { PhoneFactorSetup } from './phone-factor-setup.tsx';
import { ownPath } from '../sign-in/return-to.ts';
import { serviceSettings } from '../sign-in/providers/providers.ts';
import {
  beginEnrolment,
  type Enrolment,
  type FactorInUse,
  ownFactors,
  removeSecondFactor,
  showSecondFactor,
} from './second-factor.ts';
import { useReloadSecurity } from './use-reload-security.ts';

/** Enables and disables the authenticator app and the phone as second factors. */
export function SecondFactorSetup() {
  const factors = useQuery(ownFactors);
  const settings = useQuery(serviceSettings);
  const reloadSecurity = useReloadSecurity();
  const [search] = useSearchParams();
  /** Set when the panel redirected here because it requires a second factor. */
  const returnTo = ownPath(search.get('voltar'));
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const reload = () => void reloadSecurity().then(() => setEnrolment(null));
  if (factors.isError && !factors.data)
    return <ErrorState title="Não foi possível carregar." onRetry={() => factors.refetch()} />;
  if (factors.isPending) return <Skeleton className="h-96" />;
  const app = factors.data.find(({ type }) => type === 'totp');
  const phone = factors.data.find(({ type }) => type === 'phone');
  return (
    <div className="grid gap-4">
      <Step name={app ? 'on' : enrolment ? 'enrolment' : 'off'}>
        {app && <SwitchedOn factor={app} onChange={reload} />}
        {!app && !enrolment && <SwitchedOff onBegin={setEnrolment} />}
        {!app && enrolment && <EnrolmentForm enrolment={enrolment} onDone={reload} />}
      </Step>
      {(phone || settings.data?.sms) && (
        <Step name={phone ? 'on' : 'off'}>
          {phone ? <SwitchedOn factor={phone} onChange={reload} /> : <PhoneFactorSetup onDone={reload} />}
        </Step>
      )}
      {returnTo && factors.data.length > 0 && (
        <LinkButton to={returnTo} className="justify-self-start">
          Ir para o painel
        </LinkButton>
      )}
    </div>
  );
}

/** Moves focus: the pressed button disappears with its step. */
function Step({ name, children }: { name: string; children: ReactNode }) {
  const shell = useFocusNext<HTMLDivElement>(name);
  return <div ref={shell}>{children}</div>;
}

function SwitchedOff({ onBegin }: { onBegin: (enrolment: Enrolment) => void }) {
  const [error, setError] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const shopName = useShopName();
  async function begin() {
    setWorking(true);
    const enrolment = await beginEnrolment(shopName);
    setWorking(false);
    if (typeof enrolment === 'string') setError(enrolment);
    else onBegin(enrolment);
  }
  return (
    <Card padded className="grid gap-4">
      <p className="text-ink-soft">
        Além da senha, peça um código do seu aplicativo autenticador a cada novo acesso.
      </p>
      <FormError>{error}</FormError>
      <Button className="justify-self-start" loading={working} onClick={() => void begin()}>
        Ativar
      </Button>
    </Card>
  );
}

const SWITCHED_ON: Record<FactorInUse['type'], { text: string; name: string }> = {
  totp: { text: 'Ativada com um aplicativo autenticador.', name: 'o aplicativo autenticador' },
  phone: { text: 'Ativada com códigos por SMS.', name: 'os códigos por SMS' },
};

function SwitchedOn({ factor, onChange }: { factor: FactorInUse; onChange: () => void }) {
  const [error, setError] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  async function remove() {
    setWorking(true);
    const failure = await removeSecondFactor(factor.id);
    setWorking(false);
    if (failure) setError(failure);
    else {
      toast.success('Verificação em duas etapas desativada.');
      onChange();
    }
  }
  const { text, name } = SWITCHED_ON[factor.type];
  return (
    <Card padded className="grid gap-4">
      <p className="font-semibold text-sea">{text}</p>
      <FormError>{error}</FormError>
      <Button
        variant="outline"
        className="justify-self-start"
        loading={working}
        onClick={() => void remove()}
      >
        Desativar <span className="sr-only">{name}</span>
      </Button>
    </Card>
  );
}

async function copyKey(key: string): Promise<void> {
  if (await copyText(key)) toast.success('Chave copiada!');
  else toast.error('Não foi possível copiar a chave.', { description: 'Digite-a no aplicativo.' });
}

function EnrolmentForm({ enrolment, onDone }: { enrolment: Enrolment; onDone: () => void }) {
  const { form, register, error, sending } = useShortForm({ code: '' }, async ({ code }) => {
    const failure = await showSecondFactor({ id: enrolment.factorId, type: 'totp', challengeId: null }, code);
    if (failure) return failure;
    toast.success('Verificação em duas etapas ativada!');
    onDone();
    return null;
  });
  return (
    <Card padded>
      <form {...form}>
        <p tabIndex={-1} className="outline-none">
          Leia o código com o aplicativo autenticador do seu celular e digite os 6 números que ele mostrar.
        </p>
        <img
          src={enrolment.qrCode}
          alt="QR code para o aplicativo autenticador"
          width={208}
          height={208}
          className="justify-self-center rounded-md bg-white p-2"
        />
        <div className="grid justify-items-start gap-3 text-sm text-ink-soft">
          <p>
            O aplicativo está neste aparelho, ou não consegue ler? Ponha nele a chave{' '}
            <code className="font-semibold break-all text-ink">{enrolment.secret}</code>
          </p>
          <div className="flex flex-wrap gap-3">
            <Button
              type="button"
              variant="outline"
              size="sm"
              icon="copy"
              onClick={() => void copyKey(enrolment.secret)}
            >
              Copiar chave
            </Button>
            <span className="hidden pointer-coarse:block">
              <a href={enrolment.uri} className={buttonClass({ variant: 'outline', size: 'sm' })}>
                Abrir no aplicativo
              </a>
            </span>
          </div>
        </div>
        <CodeField field={register('code')} />
        <FormError>{error}</FormError>
        <Button type="submit" block loading={sending} loadingText="Conferindo...">
          Confirmar
        </Button>
      </form>
    </Card>
  );
}
