import { Link } from 'react-router';
import type { Announcement } from '@mare/contract/site.ts';

/** One sentence from the organisers, over every page. */
export default function AnnouncementBar({ text, href }: Announcement) {
  return (
    <aside aria-label="Aviso" className="bg-deep px-4 py-2 text-center text-sm font-semibold text-on-deep">
      {href ? (
        <Link to={href} className="underline underline-offset-4">
          {text}
        </Link>
      ) : (
        text
      )}
    </aside>
  );
}
