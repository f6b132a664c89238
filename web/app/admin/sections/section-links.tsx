import { Card } from '../../ui/card.tsx';

/** Links to the sections of the page. @param sections title by anchor, in the order of the page */
export function SectionLinks({ sections }: { sections: Record<string, string> }) {
  return (
    <Card padded>
      <nav aria-label="Nesta página">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {Object.entries(sections).map(([id, title]) => (
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
