import { useMutation, useQuery } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useRef, useState } from 'react';
import { links } from '../../links.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { focusHeadingAround } from '../../ui/focus/focus-heading-around.ts';
import { ErrorState, FormError, Spinner } from '../../ui/states.tsx';
import type { OtherTokens } from '../sign-in/access-codes/access-codes.ts';
import { CodeForm } from '../sign-in/code-form.tsx';
import {
  signOutOtherAccount,
  mergeIntoOtherAccount,
  openOtherAccount,
  proveOtherAccount,
} from './other-account.ts';

const focusOnce = (title: HTMLElement | null) => title?.focus();

interface MergeAccountsProps {
  /** E-mail address of both accounts. */
  email: string;
  /** Tokens of the account with this e-mail address. */
  tokens: OtherTokens;
  onLeave: () => void;
}

/** Offers to merge both accounts, after the person entered the code sent to an e-mail address of another account. */
export function MergeAccounts({ email, tokens, onLeave }: MergeAccountsProps) {
  const shell = useRef<HTMLElement>(null);
  const [isProved, setProved] = useState(false);
  const opened = useQuery({
    queryKey: ['other-account', tokens.access_token],
    queryFn: async () => {
      const other = await openOtherAccount(tokens);
      if (typeof other === 'string') throw new Error(other);
      return other;
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const merge = useMutation({
    mutationFn: async () => {
      const failure = opened.data ? await mergeIntoOtherAccount(opened.data.account) : null;
      if (failure) throw new Error(failure);
    },
    onSuccess: () => {
      // This card disappears with the closed account.
      focusHeadingAround(shell.current);
      toast.success('Pronto: as duas contas são uma só.');
      onLeave();
    },
  });
  const leave = () => {
    if (opened.data) void signOutOtherAccount(opened.data.account);
    onLeave();
  };
  if (opened.isPending) return <Spinner />;
  if (opened.isError) return <ErrorState title={opened.error.message} onRetry={() => opened.refetch()} />;
  const { account, factor } = opened.data;
  const isReady = factor === null || isProved;
  return (
    <section ref={shell} aria-labelledby="juntar-contas" className="grid gap-3">
      <h3 id="juntar-contas" ref={focusOnce} tabIndex={-1} className="text-lg font-bold outline-none">
        Você já tem uma conta com este e-mail
      </h3>
      <p>
        {email} já é de uma conta sua. Junte as duas: cotas, pedidos e pontos desta passam para ela, e você
        entra como sempre entrou. Não dá para separar depois.
      </p>
      {!isReady && (
        <>
          <p>
            {factor.type === 'phone'
              ? 'Ela pede um segundo código, que enviamos por SMS.'
              : 'Ela pede um segundo código: o do seu aplicativo autenticador.'}
          </p>
          <CodeForm
            action="Conferir"
            check={async (code) => {
              const failure = await proveOtherAccount(account, factor, code.replaceAll(/\D/g, ''));
              if (!failure) setProved(true);
              return failure;
            }}
          />
        </>
      )}
      <FormError>{merge.error?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        {isReady && (
          <Button
            variant="secondary"
            loading={merge.isPending}
            loadingText="Juntando..."
            onClick={() => merge.mutate()}
          >
            Juntar as duas contas
          </Button>
        )}
        {merge.isError && (
          <LinkButton to={links.support()} variant="outline">
            Falar com o suporte
          </LinkButton>
        )}
        <Button variant="quiet" onClick={leave}>
          Agora não
        </Button>
      </div>
    </section>
  );
}
