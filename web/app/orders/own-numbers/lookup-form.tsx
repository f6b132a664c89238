import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import { deleteSentCode, type SentCode, useSentCode } from '../../session/sent-code.ts';
import { useSession } from '../../session/session.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { errorMessage } from '../../messages.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CODE_LENGTH, CodeInput } from '../../ui/form/code-input.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';

/** Contact form, then code form. Its texts do not reveal whether the contact is known. */
export function LookupForm() {
  const { sent, keep, restart } = useSentCode('lookup');
  const shell = useFocusNext<HTMLDivElement>(sent ? 'code' : 'contact');
  return (
    <Card ref={shell} padded className="mx-auto w-full max-w-lg">
      {sent ? <CodeStep sent={sent} onBack={restart} /> : <ContactStep onSent={keep} />}
    </Card>
  );
}

function ContactStep({ onSent }: { onSent: (sent: SentCode) => void }) {
  const isSignedIn = useSession().status === 'signed-in';
  const { register, handleSubmit, control } = useForm({ defaultValues: { contact: '' } });
  const contact = useWatch({ control, name: 'contact' });
  const send = useMutation(
    queries.orders.sendLookupCode.mutationOptions({
      onSuccess: ({ lookupId }, { contact: sentContact }) =>
        onSent({ requestId: lookupId, contact: sentContact.trim() }),
    }),
  );
  const submit = handleSubmit((fields) => {
    if (fields.contact.trim() !== '') send.mutate(fields);
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <Field
        label="E-mail ou celular da compra"
        hint="Enviamos um código de 6 dígitos para confirmar que é você."
        error={send.error && errorMessage(send.error)}
      >
        <Input
          maxLength={255}
          autoComplete="email"
          autoCapitalize="none"
          placeholder="voce@exemplo.com.br"
          {...register('contact')}
        />
      </Field>
      <Button
        type="submit"
        block
        disabled={contact.trim() === ''}
        loading={send.isPending}
        loadingText="Enviando..."
      >
        Receber código
      </Button>
      {!isSignedIn && (
        <p className="text-center text-sm text-ink-soft">
          Tem senha?{' '}
          <LinkButton to={links.auth(links.dashboard())} variant="quiet" size="sm">
            Entrar na conta
          </LinkButton>
        </p>
      )}
    </form>
  );
}

interface CodeStepProps {
  sent: SentCode;
  onBack: () => void;
}

function CodeStep({ sent, onBack }: CodeStepProps) {
  const cache = useQueryClient();
  const { register, handleSubmit, control } = useForm({ defaultValues: { code: '' } });
  const code = useWatch({ control, name: 'code' });
  const open = useMutation(
    queries.orders.openLookup.mutationOptions({
      onSuccess: () => {
        deleteSentCode('lookup');
        return cache.resetQueries({ queryKey: queries.orders.key() });
      },
    }),
  );
  const submit = handleSubmit((fields) => {
    if (fields.code.length === CODE_LENGTH) open.mutate({ lookupId: sent.requestId, ...fields });
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <p aria-live="polite">
        Se <strong className="break-all">{sent.contact}</strong> é de uma compra, o código chega em instantes.
        Ele vale por {SENT_CODE_MINUTES} minutos.
      </p>
      <Field label="Código de 6 números" error={open.error && errorMessage(open.error)}>
        <CodeInput field={register('code')} className="text-center font-display text-2xl tracking-[0.3em]" />
      </Field>
      <Button
        type="submit"
        block
        disabled={code.length !== CODE_LENGTH}
        loading={open.isPending}
        loadingText="Conferindo..."
      >
        Ver meus números
      </Button>
      <Button variant="quiet" size="sm" onClick={onBack}>
        Usar outro contato ou pedir outro código
      </Button>
    </form>
  );
}
