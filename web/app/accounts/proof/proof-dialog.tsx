import { startAuthentication } from '@simplewebauthn/browser';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Proof } from '@mare/domain/accounts/security/recent-proof.ts';
import { queries } from '../../api.ts';
import { isRejection } from '../../fetching/failures/is-api-error.ts';
import { links } from '../../links.ts';
import { errorMessage } from '../../messages.ts';
import { resolveProof } from '../../session/recent-proof.ts';
import { signOut } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordInput } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { ErrorState, FormError, Spinner } from '../../ui/states.tsx';
import { PASSKEY_NOT_USED } from '../auth-error-messages.ts';
import { CodeField } from '../code-field.tsx';
import { RecoveryCodeOption } from '../recovery-code-form.tsx';
import { canUsePasskeys } from '../security/passkeys.ts';
import { ConfirmAccess } from '../sign-in/access-codes/confirm-access.tsx';
import { useShortForm } from '../use-short-form.ts';

const LEADS: Record<Proof, string> = {
  app: 'Digite o código que o seu aplicativo autenticador mostra agora.',
  sms: 'Enviamos um código por SMS para o seu celular.',
  passkey: 'Use a digital, o rosto ou a senha do aparelho em que está a sua chave de acesso.',
  password: 'Digite a sua senha de novo. Assim, ninguém muda a sua conta em um aparelho esquecido aberto.',
  email: 'Enviamos um código de 6 números para o seu e-mail.',
  'sign-in': 'Entre de novo para continuar.',
  contact: 'Confirme antes o seu e-mail ou celular com um código. Leva um minuto, sem senha.',
};

/** Asks for the strongest proof of the account. The rejected call is repeated afterwards. */
export default function ProofDialog() {
  const missing = useQuery({ ...queries.accounts.missingProof.queryOptions(), staleTime: 0, gcTime: 0 });
  const needs = missing.data?.needs;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && resolveProof(false)}
      size="sm"
      title="Confirme que é você"
      description="Isto mexe com a segurança ou com o dinheiro da conta. A confirmação vale por 10 minutos."
    >
      {missing.isPending && <Spinner />}
      {missing.isError && <ErrorState title="Não foi possível carregar." onRetry={() => missing.refetch()} />}
      {/* Already proved, in another tab with the same session. */}
      {needs === null && <Button onClick={() => resolveProof(true)}>Continuar</Button>}
      {needs === 'sign-in' && <SignInAgain />}
      {needs === 'contact' && <ConfirmContact />}
      {(needs === 'sms' || needs === 'email') && <SentCode needs={needs} />}
      {(needs === 'app' || needs === 'password') && <ProofForm needs={needs} />}
      {(needs === 'app' || needs === 'sms' || needs === 'passkey') && <OtherProofs needs={needs} />}
    </Dialog>
  );
}

/**
 * Moves the focus to the first match inside an element, because the dialog opened before its content was rendered.
 */
function useFocusInside<Shell extends HTMLElement>(selector: string, when: boolean) {
  const shell = useRef<Shell>(null);
  useEffect(() => {
    if (when) shell.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [selector, when]);
  return shell;
}

/** A passkey or a recovery code, which satisfy any factor. */
function OtherProofs({ needs }: { needs: 'app' | 'sms' | 'passkey' }) {
  const [error, setError] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const shell = useFocusInside<HTMLDivElement>('button', needs === 'passkey');
  async function provePasskey() {
    setWorking(true);
    setError(null);
    try {
      const { challengeId, options } = await queries.accounts.beginPasskeyProof.call();
      const credential = await startAuthentication({ optionsJSON: options }).catch(() => null);
      if (!credential) return setError(PASSKEY_NOT_USED);
      await queries.accounts.prove.call({
        passkey: {
          challengeId,
          credential: { ...credential, type: 'public-key', clientExtensionResults: {} },
        },
      });
      resolveProof(true);
    } catch (failure) {
      setError(errorMessage(failure));
    } finally {
      setWorking(false);
    }
  }
  return (
    <div ref={shell} className="mt-4 grid gap-4">
      {needs === 'passkey' && <p>{LEADS.passkey}</p>}
      {canUsePasskeys() && (
        <Button
          variant={needs === 'passkey' ? 'primary' : 'outline'}
          block
          loading={working}
          onClick={() => void provePasskey()}
        >
          Usar chave de acesso
        </Button>
      )}
      <FormError>{error}</FormError>
      <RecoveryCodeOption action="Confirmar com o código" onDone={() => resolveProof(true)} />
    </div>
  );
}

function SentCode({ needs }: { needs: 'sms' | 'email' }) {
  const sending = useQuery({
    queryKey: ['proof-code'],
    queryFn: () => queries.accounts.sendProofCode.call(),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (sending.isPending) return <Spinner />;
  return (
    <div className="grid gap-5">
      <ProofForm
        needs={needs}
        lead={sending.isError ? 'Se já recebeu um código há pouco, digite-o aqui.' : undefined}
      />
      <FormError>{sending.error && errorMessage(sending.error)}</FormError>
      <Button variant="quiet" size="sm" loading={sending.isFetching} onClick={() => void sending.refetch()}>
        Enviar outro código
      </Button>
    </div>
  );
}

interface ProofFormProps {
  needs: Exclude<Proof, 'sign-in' | 'contact' | 'passkey'>;
  /** Replaces the sentence above the field. */
  lead?: string | undefined;
}

function ProofForm({ needs, lead = LEADS[needs] }: ProofFormProps) {
  const { form, register, error, sending } = useShortForm({ typed: '' }, async ({ typed }, empty) => {
    if (!typed.trim()) return needs === 'password' ? 'Digite a sua senha.' : 'Digite os 6 números do código.';
    try {
      await queries.accounts.prove.call(
        needs === 'password' ? { password: typed } : { code: typed.replaceAll(/\D/g, '').slice(0, 6) },
      );
      resolveProof(true);
      return null;
    } catch (failure) {
      // During an outage, the same password or code works a moment later.
      if (isRejection(failure)) empty();
      return errorMessage(failure);
    }
  });
  // On a phone, focusing the field would open the keyboard over the text.
  const shell = useFocusInside<HTMLFormElement>('input', !matchMedia('(pointer: coarse)').matches);
  return (
    <form {...form} ref={shell}>
      <p>{lead}</p>
      {needs === 'password' ? (
        <Field label="Sua senha">
          <PasswordInput autoComplete="current-password" {...register('typed')} />
        </Field>
      ) : (
        <CodeField field={register('typed')} />
      )}
      <FormError>{error}</FormError>
      <Button type="submit" block loading={sending} loadingText="Conferindo...">
        Confirmar e continuar
      </Button>
    </form>
  );
}

/** For accounts that a purchase opened, before their contact is confirmed. */
function ConfirmContact() {
  const profile = useQuery(queries.accounts.me.queryOptions());
  return (
    <div className="grid gap-4">
      <p>{LEADS.contact}</p>
      {profile.isPending && <Spinner />}
      {profile.isError && (
        <ErrorState title="Não foi possível carregar seus dados." onRetry={() => profile.refetch()} />
      )}
      {profile.data && <ConfirmAccess profile={profile.data} onConfirmed={() => resolveProof(true)} />}
    </div>
  );
}

/** For accounts without password and e-mail. */
function SignInAgain() {
  const [leaving, setLeaving] = useState(false);
  const shell = useFocusInside<HTMLDivElement>('button', true);
  async function leave() {
    setLeaving(true);
    const returnTo = window.location.pathname + window.location.search;
    await signOut();
    window.location.assign(links.auth(returnTo));
  }
  return (
    <div ref={shell} className="grid gap-4">
      <p>{LEADS['sign-in']}</p>
      <Button block loading={leaving} onClick={() => void leave()}>
        Entrar de novo
      </Button>
    </div>
  );
}
