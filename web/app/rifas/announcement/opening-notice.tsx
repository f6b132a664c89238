import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { joinWords } from '@mare/domain/format.ts';
import type { OpeningNotice as Notice } from '@mare/contract/rifas/opening-notices.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { errorMessage } from '../../messages.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';

/**
 * 'Avise-me' of an announced rifa: one click with an account; without one, an e-mail address to confirm.
 * @param onlyVips only VIPs are notified
 */
export function OpeningNotice({ rifaId, onlyVips }: { rifaId: string; onlyVips: boolean }) {
  const session = useSession();
  if (session.status !== 'signed-in' && session.status !== 'visitor') return null;
  return (
    <>
      {onlyVips && (
        <p className="text-ink-soft">O aviso vai para quem for cliente VIP quando as vendas abrirem.</p>
      )}
      {session.status === 'signed-in' ? <AccountNotice rifaId={rifaId} /> : <EmailNotice rifaId={rifaId} />}
    </>
  );
}

function AccountNotice({ rifaId }: { rifaId: string }) {
  const client = useQueryClient();
  const input = { id: rifaId };
  const notice = useQuery(queries.rifas.readNotice.queryOptions({ input }));
  const { queryKey } = queries.rifas.readNotice.queryOptions({ input });
  const onSuccess = () => client.invalidateQueries({ queryKey });
  const ask = useMutation(queries.rifas.askNotice.mutationOptions({ onSuccess }));
  const end = useMutation(queries.rifas.endNotice.mutationOptions({ onSuccess }));
  const isRequested = notice.data?.isRequested === true;
  const error = ask.error ?? end.error;
  return (
    <div className="grid gap-3">
      <output className="text-ink-soft">
        {isRequested && notice.data
          ? `Combinado! Quando as vendas abrirem, avisamos ${channelsOf(notice.data)}.`
          : 'Avisamos você uma vez, quando as vendas abrirem.'}
      </output>
      {isRequested && !(notice.data?.push && notice.data.whatsApp) && (
        <p className="text-sm text-ink-soft">
          Quer também neste aparelho ou por WhatsApp?{' '}
          <Link to={links.account()} className="text-link">
            Ligue na sua conta
          </Link>
          .
        </p>
      )}
      {isRequested ? (
        <Button variant="outline" loading={end.isPending} onClick={() => end.mutate(input)}>
          Não quero mais o aviso
        </Button>
      ) : (
        <Button
          icon="bell"
          loading={ask.isPending}
          disabled={notice.isPending}
          onClick={() => ask.mutate(input)}
        >
          Avise-me
        </Button>
      )}
      {error && <FormError>{errorMessage(error)}</FormError>}
    </div>
  );
}

/** 'no site, por e-mail e por WhatsApp'. */
function channelsOf({ mail, push, whatsApp }: Notice): string {
  const channels = [
    'no site',
    ...(mail ? ['por e-mail'] : []),
    ...(push ? ['neste e nos seus outros aparelhos'] : []),
    ...(whatsApp ? ['por WhatsApp'] : []),
  ];
  return joinWords(channels);
}

function EmailNotice({ rifaId }: { rifaId: string }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });
  const ask = useMutation(queries.rifas.askNotice.mutationOptions());
  const shell = useFocusNext<HTMLDivElement>(ask.isSuccess ? 'sent' : 'form');
  return (
    <div ref={shell}>
      {ask.isSuccess ? (
        <p tabIndex={-1} className="font-semibold">
          Quase lá! Enviamos um link para o seu e-mail: abra e confirme o aviso.
        </p>
      ) : (
        <form
          noValidate
          className="grid gap-3"
          onSubmit={handleSubmit(({ email }) => ask.mutate({ id: rifaId, email: email.trim() }))}
        >
          <Field
            label="Seu e-mail"
            hint="Um aviso só, quando as vendas abrirem."
            error={formState.errors.email?.message}
          >
            <Input
              type="email"
              autoComplete="email"
              maxLength={255}
              {...register('email', {
                validate: (email) => /^\S+@\S+\.\S+$/.test(email.trim()) || 'Digite um e-mail válido.',
              })}
            />
          </Field>
          <Button type="submit" icon="bell" loading={ask.isPending}>
            Avise-me
          </Button>
          {ask.isError && <FormError>{errorMessage(ask.error)}</FormError>}
        </form>
      )}
    </div>
  );
}
