import { parseRichText, type RichInline } from '@mare/domain/rifas/rich-text.ts';
import { classNames } from '../ui/style/class-names.ts';

/** Formatted description of a rifa. Renders known elements only, never raw HTML. */
export function RichText({ text, className }: { text: string; className?: string }) {
  return (
    <div className={classNames('grid gap-3', className)}>
      {parseRichText(text).map((block, index) => {
        // oxlint-disable-next-line react/no-array-index-key -- blocks have no id and never move
        const key = `${block.type} ${index}`;
        if (block.type === 'heading')
          return (
            <h2 key={key} className="mt-2 text-xl text-ink">
              <Inlines content={block.content} />
            </h2>
          );
        if (block.type === 'paragraph')
          return (
            <p key={key} className="whitespace-pre-line">
              <Inlines content={block.content} />
            </p>
          );
        const List = block.ordered ? 'ol' : 'ul';
        return (
          <List
            key={key}
            className={classNames('grid gap-1 pl-6', block.ordered ? 'list-decimal' : 'list-disc')}
          >
            {block.items.map((item, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same
              <li key={place}>
                <Inlines content={item} />
              </li>
            ))}
          </List>
        );
      })}
    </div>
  );
}

function Inlines({ content }: { content: RichInline[] }) {
  return content.map((inline, index) => {
    const key = `${inline.type} ${index}`;
    if (inline.type === 'strong') return <strong key={key}>{inline.text}</strong>;
    if (inline.type === 'emphasis') return <em key={key}>{inline.text}</em>;
    if (inline.type === 'link')
      return (
        <a
          key={key}
          href={inline.href}
          rel="noopener noreferrer nofollow"
          target="_blank"
          className="text-link"
        >
          {inline.text}
        </a>
      );
    return inline.text;
  });
}
