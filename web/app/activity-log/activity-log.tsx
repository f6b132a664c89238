import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { queries } from '../api.ts';
import { Card } from '../ui/card.tsx';
import { Field, Input, Select } from '../ui/form/field.tsx';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import { ActivityEntry } from './activity-entry.tsx';
import { entityTypeLabel } from '@mare/domain/admin/activity-types.ts';

/** The latest 100 entries: the caller's, or everyone's for an admin. */
export function ActivityLog() {
  const [search, setSearch] = useState('');
  const [entityType, setEntityType] = useState('');
  const filters = { search: useDeferredValue(search), entityType };
  const log = useQuery(
    queries.notifications.activities.queryOptions({
      input: filters,
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <section aria-label="Atividades" className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <Field label="Buscar">
          <Input
            type="search"
            placeholder="Ação, tipo ou nome"
            maxLength={100}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
        <Field label="Tipo">
          <Select value={entityType} onChange={(event) => setEntityType(event.target.value)}>
            <option value="">Todos</option>
            {(log.data?.entityTypes ?? []).map((type) => (
              <option key={type} value={type}>
                {entityTypeLabel(type)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {log.isError && !log.data && (
        <ErrorState title="Não foi possível carregar as atividades." onRetry={() => log.refetch()} />
      )}
      {log.isPending && <Skeleton className="h-64" />}
      {log.data?.activities.length === 0 && (
        <Card>
          <EmptyState icon="clock" title="Nenhuma atividade encontrada" />
        </Card>
      )}
      {log.data && log.data.activities.length > 0 && (
        <Card padded>
          <ul className="grid divide-y divide-line">
            {log.data.activities.map((activity) => (
              <li key={activity.id} className="py-3 first:pt-0 last:pb-0">
                <ActivityEntry activity={activity} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}
