import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useSession } from '../../session/session.ts';
import { type PushState, readPushState, switchPushOff, switchPushOn } from './browser-push.ts';

const KEY = ['browser-push'];

/** Push state of this browser, undefined while loading and for visitors, and its switch. */
export function usePush() {
  const cache = useQueryClient();
  const isSignedIn = useSession().status === 'signed-in';
  const state = useQuery({
    queryKey: KEY,
    queryFn: readPushState,
    staleTime: 0,
    retry: false,
    enabled: isSignedIn,
  });
  const change = useMutation({
    mutationFn: (on: boolean): Promise<PushState> => (on ? switchPushOn() : switchPushOff()),
    onSuccess: (next, isOn) => {
      cache.setQueryData(KEY, next);
      if (next === 'on') toast.success('Avisos ligados neste aparelho.');
      else if (!isOn) toast.success('Avisos desligados neste aparelho.');
      else if (next === 'denied')
        toast.error('O navegador está bloqueando avisos deste site.', {
          description: 'Libere nas configurações do navegador e tente de novo.',
        });
    },
    onError: (_, isOn) =>
      toast.error(`Não foi possível ${isOn ? 'ligar' : 'desligar'} os avisos.`, {
        description: 'Tente de novo daqui a pouco.',
      }),
  });
  return { state: state.data, switchTo: change.mutate, switching: change.isPending };
}
