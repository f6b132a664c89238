import { formatDateTime } from '../../format.ts';
import { classNames } from '../../ui/style/class-names.ts';

export interface TicketMessage {
  id: string;
  authorName: string;
  fromDesk: boolean;
  message: string;
  createdAt: string;
}

/** Messages of a ticket, oldest first, with the desk and the author on opposite sides. */
export function TicketMessages({ messages }: { messages: TicketMessage[] }) {
  return (
    <ol aria-label="Conversa" className="grid gap-3">
      {messages.map(({ id, authorName, fromDesk, message, createdAt }) => (
        <li
          key={id}
          className={classNames(
            'grid max-w-[90%] gap-1 rounded-lg p-4',
            fromDesk ? 'justify-self-start bg-sea-tint' : 'justify-self-end bg-sunken',
          )}
        >
          <p className="text-sm">
            <strong>{authorName}</strong>
            {fromDesk && ' · Suporte'} ·{' '}
            <time dateTime={createdAt} className="text-ink-soft">
              {formatDateTime(createdAt)}
            </time>
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">{message}</p>
        </li>
      ))}
    </ol>
  );
}
