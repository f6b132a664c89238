import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queries } from '../../api.ts';
import { useIsDemo } from '../../document/site-facts.ts';
import { formatCount } from '../../format.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Card } from '../../ui/card.tsx';

/** Link to the launch checklist of a new shop; nothing once all is done. */
export function LaunchNote() {
  const isDemo = useIsDemo();
  const maySet = usePermission('manage-settings') === true;
  const state = useQuery({ ...queries.admin.settings.state.queryOptions(), enabled: maySet && !isDemo });
  const missing = state.data?.launch.filter(({ done }) => !done).length ?? 0;
  if (missing === 0) return null;
  return (
    <Card padded className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <h2 className="text-xl">Antes de abrir a loja</h2>
        <p className="text-ink-soft">
          {formatCount(missing, 'passo falta', 'passos faltam')} para vender a quem não conhece você.
        </p>
      </div>
      <Link to="/admin/settings" className="text-link">
        Ver o que falta
      </Link>
    </Card>
  );
}
