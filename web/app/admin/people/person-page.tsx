import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { toast } from 'sonner';
import type { Person } from '@mare/contract/admin/people-admin.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatDate, formatDateTime, formatInteger } from '../../format.ts';
import { orderLabel } from '@mare/domain/orders/order-label.ts';
import { orderTitle } from '../../orders/order-title.ts';
import { isApiError, errorMessage } from '../../messages.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { useRecordTitle } from '../../document/use-record-title.ts';
import { classNames } from '../../ui/style/class-names.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Permitted } from '../permissions/permitted.tsx';
import { adminTabLink } from '../admin-tabs.ts';
import { orderAmounts } from '../orders/order-amounts.ts';
import { adminOrderLink } from '../orders/order-links.ts';
import { adminRifaLink } from '../rifa-links.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { ListLoading } from '../../ui/loading/list-loading.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { CorrectPerson } from './correct-person.tsx';
import { MergeCard } from './merge-card.tsx';
import { NotesSection } from './notes-section.tsx';
import { PersonAccess } from './person-access.tsx';
import { FactList } from '../fact-list.tsx';
import { Section } from './person-section.tsx';
import { activityLink, describeConsent, newsletterLabels, peopleLink } from './person-labels.ts';
import { SegmentBadge } from './segment-badge.tsx';

export const meta = pageMeta({
  title: 'Cliente',
  description: 'Tudo o que a loja sabe de uma pessoa.',
  index: false,
});

export default function PersonPage() {
  const { id = '' } = useParams();
  const person = useQuery({ ...queries.admin.people.find.queryOptions({ input: { id } }), staleTime: 0 });
  return (
    <>
      <Link to={peopleLink} className="flex items-center gap-1 text-sm font-semibold text-sea">
        <Icon name="chevronLeft" />
        Todos os clientes
      </Link>
      {person.isError && (
        <ErrorState
          level={1}
          title={
            isApiError(person.error, 'NOT_FOUND')
              ? errorMessage(person.error)
              : 'Erro ao carregar dados administrativos'
          }
          onRetry={() => person.refetch()}
        />
      )}
      {person.isPending && <ListLoading />}
      {person.data && <KnownPerson person={person.data} />}
    </>
  );
}

function KnownPerson({ person }: { person: Person }) {
  useRecordTitle(person.name ?? 'Sem nome');
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl">{person.name ?? 'Sem nome'}</h1>
        <SegmentBadge segment={person.segment} />
        {person.bannedUntil && <Badge tone="danger">Bloqueada</Badge>}
        {person.spendingBlock && (
          <Badge tone="warning">
            {person.spendingBlock.reason === 'paused' ? 'Compras em pausa' : 'Autoexclusão'} até{' '}
            {formatDateTime(person.spendingBlock.until)}
          </Badge>
        )}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
        <Facts person={person} />
        <Notes person={person} />
        <Orders person={person} />
        {person.seenRifas.length > 0 && <SeenRifas rifas={person.seenRifas} />}
        <Permitted to="manage-people">
          <MergeCard person={person} />
          <PersonAccess person={person} />
        </Permitted>
        <Section title="Histórico">
          {person.activity.length === 0 && <p className="text-ink-soft">Nada registrado ainda.</p>}
          <ul className="grid gap-3">
            {person.activity.map((entry) => (
              <li key={entry.id} className="text-sm">
                {entry.description}
                <span className="block text-ink-soft">{formatDateTime(entry.createdAt)}</span>
              </li>
            ))}
          </ul>
          <Permitted to="view-activity-log">
            <Link to={activityLink(person.id)} className="text-link justify-self-start text-sm">
              Ver todas as atividades
            </Link>
          </Permitted>
        </Section>
      </div>
    </>
  );
}

function emailLabel({ email, statedEmail }: Person): string {
  if (email) return email;
  return statedEmail ? `${statedEmail}, sem confirmação` : 'Não informado';
}

function Facts({ person }: { person: Person }) {
  const mayCorrect = usePermission('correct-contacts');
  const facts: [string, string][] = [
    ['E-mail', emailLabel(person)],
    ['Telefone', person.phone ? formatPhone(person.phone) : 'Não informado'],
    ['Cidade', [person.city, person.state].filter(Boolean).join(', ') || 'Não informada'],
    ['Cliente desde', formatDate(person.createdAt)],
    ['Pedidos pagos', formatInteger(person.totalOrders)],
    ['Total pago', formatBrl(person.totalSpentCentavos)],
    ['Pontos', formatInteger(person.points)],
    ['Novidades por e-mail', newsletterLabels[person.newsletter]],
    ['Permite', describeConsent(person.consent)],
  ];
  return (
    <Section title="Dados">
      <FactList facts={facts} className="sm:grid-cols-2" />
      <Tags person={person} />
      {mayCorrect && person.role === 'buyer' && <CorrectPerson person={person} />}
    </Section>
  );
}

function Tags({ person }: { person: Person }) {
  const client = useQueryClient();
  const change = useMutation(
    queries.admin.people.tag.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: queries.admin.people.key() }),
      onError: (error) => toast.error(errorMessage(error)),
    }),
  );
  const mayTag = usePermission('annotate-people');
  if (person.tags.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Etiquetas">
      {person.tags.map((tag) => (
        <li
          key={tag}
          className={classNames(
            'flex items-center rounded-full bg-sea-tint pl-4 text-sm font-semibold text-sea-strong',
            !mayTag && 'py-1 pr-4',
          )}
        >
          {tag}
          {mayTag && (
            <IconButton
              icon="close"
              label={`Tirar a etiqueta ${tag}`}
              onClick={() => change.mutate({ ids: [person.id], tag, tagged: false })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function Notes({ person: { id, notes } }: { person: Person }) {
  const client = useQueryClient();
  const addNote = async (note: string) => {
    await queries.admin.people.addNote.call({ id, note });
    await client.invalidateQueries({ queryKey: queries.admin.people.find.key({ input: { id } }) });
  };
  return (
    <NotesSection
      mayAdd="annotate-people"
      notes={notes.map(({ addedBy, ...one }) => ({ ...one, author: addedBy }))}
      onAdd={addNote}
    />
  );
}

function SeenRifas({ rifas }: { rifas: Person['seenRifas'] }) {
  return (
    <Section title="Rifas que viu">
      <ul className="grid gap-3">
        {rifas.map(({ rifaId, title, carted, seenAt }) => (
          <li key={rifaId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={adminRifaLink(rifaId)} className="text-link">
              {title}
            </Link>
            {carted && <Badge tone="sea">Pôs no carrinho</Badge>}
            <span className="text-sm text-ink-soft">{formatDateTime(seenAt)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Orders({ person: { id, orders } }: { person: Person }) {
  return (
    <Section title="Últimos pedidos">
      {orders.length === 0 && <p className="text-ink-soft">Nenhum pedido ainda.</p>}
      <ul className="grid divide-y divide-line">
        {orders.map((order) => (
          <li key={order.id} className="py-2 text-sm first:pt-0 last:pb-0">
            <Link to={adminOrderLink(order)} className="text-link">
              {orderTitle(order)}
            </Link>
            <span className="tabular block text-ink-soft">
              {orderLabel(order)} · {orderAmounts(order)} · {formatDateTime(order.createdAt)}
            </span>
          </li>
        ))}
      </ul>
      {orders.length > 0 && (
        <Link to={`${adminTabLink('pedidos')}?pessoa=${id}`} className="text-link justify-self-start text-sm">
          Ver todos os pedidos
        </Link>
      )}
    </Section>
  );
}
