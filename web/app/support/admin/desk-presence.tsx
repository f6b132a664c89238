import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { UnreadPart } from '../../admin/lists/unread-part.tsx';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Switch } from '../../ui/form/checkbox.tsx';

/** Renewal interval of a presence, which expires after three minutes. */
const RENEW_MS = 60_000;

/** Switch with which an agent gets new tickets; shown while the shop assigns them. */
export function DeskPresence() {
  const client = useQueryClient();
  const reading = queries.desk.presence.queryOptions();
  const read = useQuery({ ...reading, staleTime: 0, refetchInterval: RENEW_MS });
  const { data } = read;
  /** Value being stored. */
  const [requested, setWanted] = useState<boolean | null>(null);
  const { mutate: set } = useMutation(
    queries.desk.setPresence.mutationOptions({
      // Ignores a response from before the change, which would switch it back.
      onMutate: () => client.cancelQueries({ queryKey: reading.queryKey }),
      onSuccess: (presence) => client.setQueryData(reading.queryKey, presence),
      onError: (error) => toast.error(errorMessage(error)),
    }),
  );
  const isPresent = data?.isPresent === true;
  useEffect(() => {
    if (!isPresent) return undefined;
    const renewing = setInterval(() => set({ isPresent: true }), RENEW_MS);
    return () => clearInterval(renewing);
  }, [isPresent, set]);
  if (!data) return <UnreadPart query={read} title="Não foi possível carregar quem está atendendo." />;
  if (!data.assigns) return null;
  const others = data.present.length === 0 ? 'ninguém' : data.present.join(', ');
  return (
    <Switch
      label="Estou atendendo"
      hint={`Tickets novos vêm na sua vez enquanto esta página está aberta. Agora: ${others}.`}
      checked={requested ?? isPresent}
      onChange={(event) => {
        setWanted(event.target.checked);
        set({ isPresent: event.target.checked }, { onSettled: () => setWanted(null) });
      }}
    />
  );
}
