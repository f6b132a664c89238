import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { LoggedActivity } from '@mare/contract/notifications/notifications.ts';
import { adminTabLink } from '../../admin/admin-tabs.ts';
import { adminOrderLink } from '../../admin/orders/order-links.ts';
import { personLink, peopleLink } from '../../admin/people/person-labels.ts';
import { PAGED_LIST } from '../../admin/lists/paged-list.ts';
import { ListRows, ListTools } from '../../admin/lists/admin-list.tsx';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { ActivityEntry } from '../activity-entry.tsx';
import { changesIn } from './changes-in.ts';
import { entityTypeLabel } from '@mare/domain/admin/activity-types.ts';

export const meta = pageMeta({
  title: 'Registro de atividades',
  description: 'Quem fez o quê, quando e de onde.',
  index: false,
});

const A_DAY = /^\d{4}-\d{2}-\d{2}$/;
const A_UUID = /^[0-9a-f-]{36}$/;

export default function ActivityLogPage() {
  const { filters, show, hrefFor } = useLogState();
  const log = useQuery({
    ...queries.notifications.log.queryOptions({ input: filters }),
    select: ({ activities, ...rest }) => ({ ...rest, rows: activities }),
    ...PAGED_LIST,
  });
  const types = log.data?.entityTypes ?? [];
  return (
    <>
      <Link to={peopleLink} className="flex items-center gap-1 text-sm font-semibold text-sea">
        <Icon name="chevronLeft" />
        Todos os clientes
      </Link>
      <h1 className="text-3xl">Registro de atividades</h1>
      <ListTools
        searchLabel="Ação, tipo ou nome"
        search={filters.search}
        onSearch={(busca) => show({ busca })}
        filters={{
          label: 'Tipo',
          value: filters.entityType,
          all: 'Todos',
          labels: Object.fromEntries(
            [...types, filters.entityType].filter(Boolean).map((type) => [type, entityTypeLabel(type)]),
          ),
          onChoose: (tipo) => show({ tipo }),
        }}
      />
      <div className="flex flex-wrap items-end gap-4">
        <Field label="Dia">
          <Input
            type="date"
            value={filters.day ?? ''}
            onChange={(event) => show({ dia: event.target.value })}
          />
        </Field>
        {filters.userId && (
          <Link to={hrefFor({ pessoa: '' })} className={buttonClass({ variant: 'outline', size: 'sm' })}>
            Só uma pessoa
            <Icon name="close" label="Mostrar todas" />
          </Link>
        )}
      </div>
      <ListRows
        query={log}
        label="Atividades"
        empty={{ icon: 'clock', title: 'Nenhuma atividade encontrada' }}
        keyOf={({ id }) => String(id)}
        renderRow={(activity) => (
          <div className="grid gap-2 p-4">
            <ActivityEntry activity={activity} />
            <Details activity={activity} />
          </div>
        )}
        pager={
          (filters.cursor || log.data?.nextCursor) && (
            <nav aria-label="Páginas" className="flex flex-wrap justify-center gap-4">
              {filters.cursor && (
                <Link to={hrefFor({ antes: '' })} className={buttonClass({ variant: 'outline', size: 'sm' })}>
                  Mais recentes
                </Link>
              )}
              {log.data?.nextCursor && (
                <Link
                  to={hrefFor({ antes: String(log.data.nextCursor) })}
                  className={buttonClass({ variant: 'outline', size: 'sm' })}
                >
                  Mais antigas
                  <Icon name="chevronRight" />
                </Link>
              )}
            </nav>
          )
        }
      />
    </>
  );
}

interface LogQuery {
  busca?: string;
  tipo?: string;
  dia?: string;
  pessoa?: string;
  antes?: string;
}

/** Search, filters and cursor, stored in the URL. */
function useLogState() {
  const [params, setParams] = useSearchParams();
  const day = params.get('dia') ?? '';
  const person = params.get('pessoa') ?? '';
  const cursor = Number(params.get('antes'));
  /** A new search or filter resets the cursor. */
  const changed = (changes: LogQuery): URLSearchParams => {
    const next = new URLSearchParams(params);
    next.delete('antes');
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, String(value));
      else next.delete(name);
    return next;
  };
  return {
    filters: {
      search: (params.get('busca') ?? '').slice(0, 80),
      entityType: (params.get('tipo') ?? '').slice(0, 60),
      ...(A_DAY.test(day) && { day }),
      ...(A_UUID.test(person) && { userId: person }),
      ...(Number.isSafeInteger(cursor) && cursor > 0 && { cursor }),
    },
    show: (changes: LogQuery) => setParams(changed(changes)),
    hrefFor: (changes: LogQuery) => `?${changed(changes).toString()}`,
  };
}

/** The page of an entry's entity; null if it has none. */
function subjectOf({ entityType, entityId }: LoggedActivity): { to: string; label: string } | null {
  if (entityId === null || !A_UUID.test(entityId)) return null;
  if (entityType === 'order') return { to: adminOrderLink({ id: entityId }), label: 'Ver o pedido' };
  if (entityType === 'person') return { to: personLink(entityId), label: 'Ver o cliente' };
  if (entityType === 'ticket')
    return { to: `${adminTabLink('support')}?status=all&ticket=${entityId}`, label: 'Ver o ticket' };
  return null;
}

function Details({ activity }: { activity: LoggedActivity }) {
  const facts = changesIn(activity.details);
  const subject = subjectOf(activity);
  return (
    <div className="flex flex-wrap items-start gap-x-6 text-sm">
      {activity.userId && (
        <Link to={personLink(activity.userId)} className="text-link py-1">
          Ver quem fez
        </Link>
      )}
      {subject && (
        <Link to={subject.to} className="text-link py-1">
          {subject.label}
        </Link>
      )}
      {facts.length > 0 && (
        <details className="min-w-0 grow">
          <summary className="w-fit cursor-pointer py-1 font-semibold text-sea">Detalhes</summary>
          <dl className="mt-1 grid gap-1">
            {facts.map(({ name, value }) => (
              <div key={name} className="flex flex-wrap gap-x-2">
                <dt className="font-semibold">{name}:</dt>
                <dd className="min-w-0 text-ink-soft">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}
