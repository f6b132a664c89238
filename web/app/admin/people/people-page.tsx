import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { PersonRow } from '@mare/contract/admin/people-admin.ts';
import { SEGMENT_NAMES } from '@mare/domain/personalization/segments.ts';
import { PAGED_LIST } from '../lists/paged-list.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatCount, formatDate } from '../../format.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import { LinkButton } from '../../ui/button.tsx';
import { usePermission } from '../../session/use-permission.ts';
import { BulkActionsList } from '../bulk/bulk-actions-list.tsx';
import { useBulkActions } from '../bulk/use-bulk-actions.ts';
import { AdminList } from '../lists/admin-list.tsx';
import { ExportButton } from '../lists/export-button.tsx';
import { Permitted } from '../permissions/permitted.tsx';
import { labelsOf, useListState } from '../lists/use-list-state.ts';
import { activityLink, personLink, roleLabels } from './person-labels.ts';
import { SegmentBadge } from './segment-badge.tsx';
import { TagAllPeople } from './tag-all-people.tsx';
import { TagBar } from './tag-bar.tsx';

export const meta = pageMeta({ title: 'Clientes', description: 'Quem compra na loja.', index: false });

const SORTS = { newest: 'Mais novas', points: 'Mais compraram' };
const SEGMENTS = labelsOf(SEGMENT_NAMES);

export default function PeoplePage() {
  const mayTag = usePermission('annotate-people') === true;
  const [showsBulk, setShowsBulk] = useState(false);
  const bulk = useBulkActions('people', mayTag);
  const list = useListState(SORTS, SEGMENTS);
  const { search, sort, filter, page } = list;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const input = { search, sort, segment: filter, page };
  const people = useQuery({
    ...queries.admin.people.list.queryOptions({ input }),
    ...PAGED_LIST,
  });
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Clientes</h1>
        <div className="flex flex-wrap gap-3">
          <Permitted to="view-activity-log">
            <LinkButton to={activityLink()} variant="outline" size="sm">
              Registro de atividades
            </LinkButton>
          </Permitted>
          <ExportButton list="pessoas" search={{ segment: filter, search }} />
        </div>
      </div>
      <AdminList
        list={list}
        searchLabel="Nome, e-mail, telefone, CPF ou etiqueta"
        filters={{ label: 'Segmento', all: 'Todos', labels: SEGMENTS }}
        sorts={SORTS}
        query={people}
        label="Clientes"
        empty="Ninguém encontrado"
        isSimilar={people.data?.isSimilar}
        keyOf={({ id }) => id}
        renderRow={(person) => (
          <PersonLine
            person={person}
            chosen={chosen.has(person.id)}
            onChoose={mayTag ? () => toggle(person.id) : null}
          />
        )}
      />
      {mayTag && !people.data?.isSimilar && (
        <TagAllPeople filters={{ search, segment: filter }} onStarted={() => setShowsBulk(true)} />
      )}
      <BulkActionsList
        subject="people"
        bulk={bulk}
        showsEnded={showsBulk}
        itemsLink={null}
        itemLink={personLink}
      />
      {chosen.size > 0 && <TagBar ids={[...chosen]} onDone={() => setChosen(new Set())} />}
    </>
  );
}

interface PersonLineProps {
  person: PersonRow;
  chosen: boolean;
  /** Null for roles that may not tag people. */
  onChoose: (() => void) | null;
}

function PersonLine({ person, chosen, onChoose }: PersonLineProps) {
  const name = person.name ?? 'Sem nome';
  return (
    <div
      className={classNames(
        'grid items-center gap-x-3 p-3 sm:p-4',
        onChoose ? 'grid-cols-[auto_minmax(0,1fr)]' : 'grid-cols-[minmax(0,1fr)]',
      )}
    >
      {onChoose && (
        <label className="grid size-11 place-items-center">
          <input
            type="checkbox"
            aria-label={`Escolher ${name}`}
            checked={chosen}
            onChange={onChoose}
            className="size-5 accent-sea"
          />
        </label>
      )}
      <Link
        to={personLink(person.id)}
        className="grid gap-1 rounded-md hover:bg-sea-tint/50 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-4"
      >
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <strong>{name}</strong>
            <SegmentBadge segment={person.segment} />
            {person.role !== 'buyer' && <Badge>{roleLabels[person.role]}</Badge>}
            {person.tags.map((tag) => (
              <Badge key={tag} tone="sea">
                {tag}
              </Badge>
            ))}
          </span>
          <span className="block text-sm wrap-anywhere text-ink-soft">
            {[person.email ?? person.statedEmail, person.city].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="tabular text-sm sm:text-right">
          <strong>{formatBrl(person.totalSpentCentavos)}</strong>
          <span className="text-ink-soft sm:hidden"> · </span>
          <span className="text-ink-soft sm:block">
            {formatCount(person.totalOrders, 'pedido', 'pedidos')} · desde {formatDate(person.createdAt)}
          </span>
        </span>
      </Link>
    </div>
  );
}
