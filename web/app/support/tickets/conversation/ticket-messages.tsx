import type { TicketFile, TicketReply } from '@mare/contract/support/support.ts';
import { formatDateTime } from '../../../format.ts';
import { classNames } from '../../../ui/style/class-names.ts';
import { OpenTicketFile } from './open-ticket-file.tsx';

export type TicketMessage = TicketReply;

/** Channel of a message, if not the site. */
const CHANNELS: Record<TicketReply['channel'], string> = {
  site: '',
  email: 'por e-mail',
  whatsapp: 'por WhatsApp',
};

interface TicketMessagesProps {
  messages: TicketMessage[];
  /** Reads the file of a message. */
  readFile: (replyId: string) => Promise<TicketFile>;
  /** The side that is looking, and when the other side last read the thread. */
  seen: { fromDesk: boolean; at: string | null; label: string };
}

/** Messages of a ticket, oldest first, with the desk and the author on opposite sides. */
export function TicketMessages({ messages, readFile, seen }: TicketMessagesProps) {
  const lastOwn = messages.findLast(({ fromDesk }) => fromDesk === seen.fromDesk);
  return (
    // New messages are announced.
    <ol aria-label="Conversa" aria-live="polite" className="grid gap-3">
      {messages.map(({ id, authorName, fromDesk, message, file, channel, createdAt }) => (
        <li
          key={id}
          className={classNames(
            'grid max-w-[90%] grid-cols-[minmax(0,1fr)] gap-1 rounded-lg p-4',
            fromDesk ? 'justify-self-start bg-sea-tint' : 'justify-self-end bg-sunken',
          )}
        >
          <p className="text-sm wrap-anywhere">
            <strong>{authorName}</strong>
            {fromDesk && ' · Suporte'}
            {CHANNELS[channel] && ` · ${CHANNELS[channel]}`} ·{' '}
            <time dateTime={createdAt} className="text-ink-soft">
              {formatDateTime(createdAt)}
            </time>
          </p>
          {message && <p className="wrap-anywhere whitespace-pre-wrap">{message}</p>}
          {file && <OpenTicketFile file={file} read={() => readFile(id)} />}
          {id === lastOwn?.id && seen.at !== null && seen.at >= createdAt && (
            <p className="text-sm text-ink-soft">{seen.label}</p>
          )}
        </li>
      ))}
    </ol>
  );
}
