import { useSearchParams } from 'react-router';
import { SignedInOnly } from '../session/signed-in-only.tsx';
import { pageMeta } from '../document/page-meta.ts';
import { Badge, shortCount } from '../ui/data-display/badge.tsx';
import { Tabs } from '../ui/navigation/tabs.tsx';
import { ActivityLog } from '../activity-log/activity-log.tsx';
import { AnnouncementTab } from './admin/announcement-tab.tsx';
import { NotificationList } from './notification-list.tsx';
import { useUnreadCount } from './use-notifications.ts';

export const meta = pageMeta({
  title: 'Notificações',
  description: 'O que aconteceu nas suas rifas e na sua conta.',
  index: false,
});

const TABS = ['notificacoes', 'atividades', 'admin'];

export default function NotificationsPage() {
  return (
    <main id="conteudo" className="shell max-w-3xl py-8 sm:py-12">
      <SignedInOnly>
        <h1 className="mb-6 text-3xl">Central de Notificações</h1>
        <NotificationTabs />
      </SignedInOnly>
    </main>
  );
}

function NotificationTabs() {
  const [search, setSearch] = useSearchParams();
  const unread = useUnreadCount();
  const requestedTab = search.get('aba') ?? '';
  return (
    <Tabs
      label="Central de Notificações"
      value={TABS.includes(requestedTab) ? requestedTab : TABS[0]!}
      onValueChange={(tab) =>
        setSearch(tab === TABS[0] ? {} : { aba: tab }, { replace: true, preventScrollReset: true })
      }
      items={[
        {
          value: 'notificacoes',
          label: (
            <>
              Notificações
              {unread > 0 && (
                <Badge tone="coral">
                  {shortCount(unread)}
                  <span className="sr-only"> {unread === 1 ? 'não lida' : 'não lidas'}</span>
                </Badge>
              )}
            </>
          ),
          content: <NotificationList />,
        },
        { value: 'atividades', label: 'Atividades', content: <ActivityLog /> },
        { value: 'admin', label: 'Admin', content: <AnnouncementTab /> },
      ]}
    />
  );
}
