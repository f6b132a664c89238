import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { OutboxMessage } from '@mare/contract/notifications/outbox-admin.ts';
import { AdminList } from '../../admin/lists/admin-list.tsx';
import { PAGED_LIST } from '../../admin/lists/paged-list.ts';
import { labelsOf, useListState } from '../../admin/lists/use-list-state.ts';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { formatInteger } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { focusHeadingAround } from '../../ui/focus/focus-heading-around.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { FormError } from '../../ui/states.tsx';
import { historyOf, stateBadges, titleOf } from './outbox-labels.ts';
import { ParkedJobs } from './parked-jobs.tsx';

export const meta = pageMeta({
  title: 'Mensagens',
  description: 'E-mails, SMS, WhatsApp e avisos: o que saiu, o que espera e o que parou.',
  index: false,
});

const SORTS = { newest: 'Mais novas' };
const STATES = labelsOf(stateBadges);
const REFRESH_MS = 15_000;

/** Messages of all channels with their state. */
export default function OutboxPage() {
  const list = useListState(SORTS, STATES);
  const { search, filter, page } = list;
  const messages = useQuery({
    ...queries.admin.outbox.list.queryOptions({ input: { search, state: filter, page } }),
    ...PAGED_LIST,
    refetchInterval: REFRESH_MS,
  });
  const { parked = 0, late = 0 } = messages.data ?? {};
  return (
    <>
      <header className="grid gap-2">
        <h1 className="text-3xl">Mensagens</h1>
        <p className="max-w-2xl text-ink-soft">
          Tudo o que a loja manda por e-mail, SMS, WhatsApp e navegador. O que falha é tentado de novo sozinho
          por cerca de nove horas; depois fica parado aqui. O texto é apagado assim que a mensagem sai.
        </p>
      </header>
      {late > 0 && (
        <FormError>
          {late === 1
            ? 'Uma mensagem espera há mais de dez minutos.'
            : `${formatInteger(late)} mensagens esperam há mais de dez minutos.`}{' '}
          Confira o serviço de e-mail em Configurações.
        </FormError>
      )}
      {parked > 0 && <Parked count={parked} />}
      <ParkedJobs />
      <AdminList
        list={list}
        searchLabel="E-mail completo de quem recebe"
        filters={{ label: 'Situação', all: 'Todas', labels: STATES }}
        query={messages}
        label="Mensagens"
        empty="Nenhuma mensagem encontrada"
        none={{ title: 'Nenhuma mensagem ainda', text: 'A primeira aparece aqui quando a loja mandar algo.' }}
        keyOf={({ id }) => id}
        renderRow={(message) => <MessageLine message={message} />}
      />
    </>
  );
}

function useResend() {
  const client = useQueryClient();
  return useMutation(
    queries.admin.outbox.resend.mutationOptions({
      onSuccess: ({ resent }) =>
        void toast.success(
          resent === 0
            ? 'Nenhuma mensagem está mais parada: outra pessoa já tratou disso.'
            : resent === 1
              ? 'A mensagem voltou para a fila.'
              : `${formatInteger(resent)} mensagens voltaram para a fila.`,
        ),
      onError: (error) => void toast.error(errorMessage(error)),
      onSettled: () => client.invalidateQueries({ queryKey: queries.admin.outbox.key() }),
    }),
  );
}

function Parked({ count }: { count: number }) {
  const resend = useResend();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="font-semibold">
        {count === 1 ? 'Uma mensagem parou.' : `${formatInteger(count)} mensagens pararam.`}
      </p>
      <Button
        variant="outline"
        loading={resend.isPending}
        onClick={({ currentTarget }) =>
          // Moves focus: the button disappears with the last parked message.
          resend.mutate({ id: null }, { onSuccess: () => focusHeadingAround(currentTarget) })
        }
      >
        Enviar todas de novo
      </Button>
    </div>
  );
}

function MessageLine({ message }: { message: OutboxMessage }) {
  const resend = useResend();
  const { id, state, lastError } = message;
  const badge = stateBadges[state];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="wrap-anywhere">{titleOf(message)}</strong>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </p>
      {state === 'parked' && (
        <Button
          variant="outline"
          size="sm"
          loading={resend.isPending}
          aria-label={`Enviar de novo: ${titleOf(message)}`}
          onClick={() => resend.mutate({ id })}
        >
          Enviar de novo
        </Button>
      )}
      <p className="col-span-2 text-sm wrap-anywhere text-ink-soft">
        {historyOf(message)}
        {lastError && state !== 'skipped' && ` O serviço disse: ${lastError}`}
      </p>
    </div>
  );
}
