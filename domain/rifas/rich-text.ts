/**
 * Parser for the Markdown subset of rifa descriptions. It produces a tree of known nodes, never HTML, so no sanitising is
 * needed; unknown syntax is plain text.
 */
export type RichInline =
  | { type: 'text' | 'strong' | 'emphasis'; text: string }
  /** Only https. */
  | { type: 'link'; text: string; href: string };

export type RichBlock =
  | { type: 'heading'; content: RichInline[] }
  | { type: 'paragraph'; content: RichInline[] }
  | { type: 'list'; ordered: boolean; items: RichInline[][] };

const HEADING = /^#{1,3} +(.+)$/;
const BULLET = /^[-*] +(.+)$/;
const NUMBERED = /^\d{1,3}[.)] +(.+)$/;
const INLINE = /\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|\[([^\]\n]+)\]\((https:\/\/[^\s()<>"']+)\)/g;

export function parseRichText(text: string): RichBlock[] {
  const blocks: RichBlock[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ type: 'paragraph', content: parseInline(paragraph.join('\n')) });
    paragraph = [];
  };
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    const heading = HEADING.exec(line)?.[1];
    const bullet = BULLET.exec(line)?.[1];
    const item = bullet ?? NUMBERED.exec(line)?.[1];
    if (line !== '' && heading === undefined && item === undefined) {
      paragraph.push(line);
      continue;
    }
    endParagraph();
    if (heading !== undefined) blocks.push({ type: 'heading', content: parseInline(heading) });
    if (item !== undefined) addItem(blocks, item, bullet === undefined);
  }
  endParagraph();
  return blocks;
}

/** Plain text on one line, for cards, chats and search engines. */
export function plainRichText(text: string): string {
  return parseRichText(text)
    .map((block) => (block.type === 'list' ? block.items.map(wordsOf).join(', ') : wordsOf(block.content)))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function addItem(blocks: RichBlock[], item: string, ordered: boolean): void {
  const last = blocks.at(-1);
  if (last?.type === 'list' && last.ordered === ordered) last.items.push(parseInline(item));
  else blocks.push({ type: 'list', ordered, items: [parseInline(item)] });
}

function parseInline(text: string): RichInline[] {
  const parts: RichInline[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) parts.push({ type: 'text', text: text.slice(at, match.index) });
    const [whole, strong, emphasis, label, href] = match;
    if (strong !== undefined) parts.push({ type: 'strong', text: strong });
    else if (emphasis !== undefined) parts.push({ type: 'emphasis', text: emphasis });
    else parts.push({ type: 'link', text: label!, href: href! });
    at = match.index + whole.length;
  }
  if (at < text.length) parts.push({ type: 'text', text: text.slice(at) });
  return parts;
}

function wordsOf(content: RichInline[]): string {
  return content.map(({ text }) => text).join('');
}
