/** Counts the statements that this process sends, by their text: their number does not depend on the machine. */
import pg from 'pg';

const MAX_LENGTH = 160;

/** Replies to the message `statements` with the counts since the one before. */
export function countStatements(): void {
  const counts = new Map<string, number>();
  // oxlint-disable-next-line typescript/unbound-method -- called with the client as `this`
  const { query: send } = pg.Client.prototype as { query: (this: unknown, ...input: unknown[]) => unknown };
  pg.Client.prototype.query = function query(this: unknown, ...input: unknown[]) {
    const statement = input[0] as string | { text: string };
    const text = (typeof statement === 'string' ? statement : statement.text).replaceAll(/\s+/g, ' ').trim();
    const key = text.replaceAll(/\$\d+/g, '$').slice(0, MAX_LENGTH);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return send.apply(this, input);
  } as typeof pg.Client.prototype.query;
  process.on('message', (message) => {
    if (message !== 'statements') return;
    process.send!([...counts]);
    counts.clear();
  });
}
