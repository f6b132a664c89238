/** Edits, delays and purchases in any order. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AutomationsTestbed,
  createAutomationsTestbed,
  step,
  type Steps,
} from './automations.testing.ts';

let bed: AutomationsTestbed;
beforeAll(async () => {
  bed = await createAutomationsTestbed();
});
afterAll(() => bed.close());
type Command =
  | { kind: 'wait'; minutes: number }
  | { kind: 'remove' | 'swap' | 'add' | 'reword'; at: number }
  | { kind: 'buy' };
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(0, 30, 60, 240) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('remove' as const, 'swap' as const, 'add' as const, 'reword' as const),
      at: fc.nat(4),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('buy' as const) }) },
);

test('never sends a step twice, a removed one or one after a purchase, in any sequence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 9 }), async (commands) => {
      await bed.reset();
      let named = 0;
      const next = () => step(`Nº ${++named}`, 60);
      const names = (steps: Steps) => steps.map(({ subject }) => subject.split(',')[0]!);
      let steps = await bed.setSteps('welcome', () => [next(), next(), next()]);
      const userId = await bed.signUp();
      const sent: string[] = [];
      const unexpected: Command[] = [];
      let hasBought = false;
      for (const one of commands) {
        if (one.kind === 'wait') {
          const mails = (await bed.after(one.minutes)).map((subject) => subject.split(',')[0]!);
          if (mails.some((name) => !names(steps).includes(name))) unexpected.push(one);
          // Mails an hour apart: never two at once.
          if (mails.length > 1 || (hasBought && sent.length > 0 && mails.length > 0)) unexpected.push(one);
          sent.push(...mails);
        } else if (one.kind === 'buy') {
          await bed.buy(userId);
          hasBought = true;
        } else steps = await bed.setSteps('welcome', (before) => edit(before, one, next));
      }
      expect(unexpected).toEqual([]);
      expect(new Set(sent).size).toBe(sent.length);
    }),
    { numRuns: 15 },
  );
});

function edit(
  before: Steps,
  { kind, at }: Extract<Command, { at: number }>,
  next: () => Steps[number],
): Steps {
  const place = at % before.length;
  if (kind === 'remove') return before.length > 1 ? before.toSpliced(place, 1) : before;
  if (kind === 'add') return before.length < 5 ? before.toSpliced(place, 0, next()) : before;
  if (kind === 'swap') return [...before.slice(place), ...before.slice(0, place)];
  return before.map((one, index) =>
    index === place ? { ...one, subject: `${one.subject}, outra vez` } : one,
  );
}
