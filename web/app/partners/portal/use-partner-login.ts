import { ORPCError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';

/** Both steps of a partner's login. The second applies only if the shop requires an e-mailed code. */
export function usePartnerLogin() {
  const cache = useQueryClient();
  /** Login that awaits an e-mailed code; null in the first step. */
  const [loginId, setLoginId] = useState<string | null>(null);
  const arrive = async () => {
    toast.success('Login realizado!');
    await cache.resetQueries({ queryKey: queries.partners.key() });
  };
  const login = useMutation(
    queries.partners.login.mutationOptions({
      onSuccess: (answer) => (answer.step === 'code' ? setLoginId(answer.loginId) : arrive()),
      onError: showErrorToast,
    }),
  );
  const confirm = useMutation(
    queries.partners.confirmLogin.mutationOptions({ onSuccess: arrive, onError: showErrorToast }),
  );
  return {
    loginId,
    login,
    confirm,
    failure: loginId ? (confirm.error ?? login.error) : login.error,
    sendAnother: (credentials: { email: string; phone: string }) => {
      confirm.reset();
      login.mutate(credentials, {
        onSuccess: (answer) => answer.step === 'code' && toast.success('Enviamos outro código.'),
      });
    },
    restart: () => {
      setLoginId(null);
      login.reset();
      confirm.reset();
    },
  };
}

/** Shows the declared error's message, or a generic one for unexpected failures. */
function showErrorToast(error: Error): void {
  if (error instanceof ORPCError && (error.defined || error.status === 401))
    toast.error('Erro no login', {
      description: error.defined ? errorMessage(error) : 'Credenciais inválidas.',
    });
  else toast.error('Erro', { description: 'Ocorreu um erro durante o login.' });
}
