import { SETTINGS_SECTIONS } from '../../admin/settings-sections.ts';
import { Card } from '../../ui/card.tsx';

/** Links to the sections of the page. */
export function SectionLinks() {
  return (
    <Card padded>
      <nav aria-label="Nesta página">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {Object.entries(SETTINGS_SECTIONS).map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} className="text-link inline-block py-1 text-sm">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </Card>
  );
}
