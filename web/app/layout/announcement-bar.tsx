import { Link } from 'react-router';
import { useRootData } from '../document/root-data.ts';

/** Site-wide announcement above the header. */
export default function AnnouncementBar() {
  const announcement = useRootData()?.site.announcement;
  if (!announcement) return null;
  const { text, href } = announcement;
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
