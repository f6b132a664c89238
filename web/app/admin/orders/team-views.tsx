import { UnreadPart } from '../lists/unread-part.tsx';
import { usePermission } from '../../session/use-permission.ts';
import { ViewList } from './saved-views.tsx';
import { useTeamViews } from './use-team-views.ts';

/** Saved views of the team. */
export function TeamViews({ query }: { /** Query string of the current list. */ query: string }) {
  const { read, views, remove } = useTeamViews();
  const mayDelete = usePermission('work-on-orders');
  return (
    <>
      <UnreadPart query={read} title="Não foi possível carregar as visões da equipe." />
      <ViewList
        label="Visões da equipe"
        views={views}
        query={query}
        onDelete={mayDelete ? remove : undefined}
      />
    </>
  );
}
