import type { Notification } from '@mare/contract/notifications/notifications.ts';
import { Link } from 'react-router';
import { formatDateTime } from '../format.ts';
import { classNames } from '../ui/style/class-names.ts';
import { Icon, type IconName } from '../ui/style/icons.tsx';
import { useKeptFocus } from '../ui/focus/use-kept-focus.ts';

const looks: Record<Notification['type'], { icon: IconName; tint: string }> = {
  success: { icon: 'check', tint: 'bg-success-tint text-success' },
  warning: { icon: 'alert', tint: 'bg-warning-tint text-warning' },
  error: { icon: 'alert', tint: 'bg-danger-tint text-danger' },
  admin: { icon: 'star', tint: 'bg-coral-tint text-coral-strong' },
  info: { icon: 'info', tint: 'bg-sea-tint text-sea-strong' },
  other: { icon: 'bell', tint: 'bg-sea-tint text-sea-strong' },
};

interface NotificationRowProps {
  notification: Notification;
  /** Called on click, before the link of the notification opens. */
  onRead: () => void;
  /** Truncates the message to two lines. */
  short?: boolean;
}

export function NotificationRow({ notification, onRead, short }: NotificationRowProps) {
  const { title, message, type, read, href, createdAt } = notification;
  const look = looks[type];
  const row = useKeptFocus<HTMLDivElement>(read);
  const content = (
    <>
      <span className={classNames('grid size-10 shrink-0 place-items-center rounded-full', look.tint)}>
        <Icon name={look.icon} className="size-5" />
      </span>
      <span className="grid min-w-0 grow gap-0.5">
        <span className={classNames('break-words', read ? 'font-semibold' : 'font-bold')}>
          {title}
          {!read && <span className="sr-only"> (não lida)</span>}
        </span>
        <span className={classNames('text-sm break-words text-ink-soft', short && 'line-clamp-2')}>
          {message}
        </span>
        <time dateTime={createdAt} className="text-xs text-ink-soft">
          {formatDateTime(createdAt)}
        </time>
      </span>
      {!read && <span aria-hidden className="mt-2 size-2.5 shrink-0 rounded-full bg-coral" />}
    </>
  );
  const pressable = 'flex w-full items-start gap-3 rounded-md p-3 text-left hover:bg-sea-tint';
  if (href)
    return (
      <Link to={href} onClick={onRead} className={pressable}>
        {content}
      </Link>
    );
  if (read)
    return (
      <div ref={row} tabIndex={-1} className="flex items-start gap-3 p-3">
        {content}
      </div>
    );
  return (
    <button type="button" onClick={onRead} className={pressable}>
      {content}
    </button>
  );
}
