import { Suspense } from 'react';
import { pageMeta } from '../../document/page-meta.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { ListLoading } from '../../ui/loading/list-loading.tsx';

export const meta = pageMeta({
  title: 'Configurações',
  description: 'O que vale para toda a loja.',
  index: false,
});

/** A dynamic import keeps the route's list of scripts, which every page contains, short. */
const AllSettings = lazyComponent(() => import('./all-settings.tsx'), 'now');

export default function SettingsPage() {
  return (
    <Suspense fallback={<ListLoading />}>
      <AllSettings />
    </Suspense>
  );
}
