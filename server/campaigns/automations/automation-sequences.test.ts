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
  | { kind: 'remove' | 'swap' | 'add' | 'reword'; position: number }
  | { kind: 'buy' };
const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(0, 30, 60, 240) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('remove' as const, 'swap' as const, 'add' as const, 'reword' as const),
      position: fc.nat(4),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('buy' as const) }) },
);

test('never sends a step twice, a removed one or one after a purchase, in any sequence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCommand, { minLength: 3, maxLength: 9 }), async (commands) => {
      await bed.reset();
      let stepCount = 0;
      const newStep = () => step(`Nº ${++stepCount}`, 60);
      const namesOf = (steps: Steps) => steps.map(({ subject }) => subject.split(',')[0]!);
      let steps = await bed.setSteps('welcome', () => [newStep(), newStep(), newStep()]);
      const userId = await bed.signUp();
      const sent: string[] = [];
      const unexpected: Command[] = [];
      let hasBought = false;
      for (const command of commands) {
        if (command.kind === 'wait') {
          const mails = (await bed.runWorkersAfter(command.minutes)).map((subject) => subject.split(',')[0]!);
          if (mails.some((name) => !namesOf(steps).includes(name))) unexpected.push(command);
          // Mails an hour apart: never two at once.
          if (mails.length > 1 || (hasBought && sent.length > 0 && mails.length > 0))
            unexpected.push(command);
          sent.push(...mails);
        } else if (command.kind === 'buy') {
          await bed.buy(userId);
          hasBought = true;
        } else steps = await bed.setSteps('welcome', (before) => editSteps(before, command, newStep));
      }
      expect(unexpected).toEqual([]);
      expect(new Set(sent).size).toBe(sent.length);
    }),
    { numRuns: 15 },
  );
});

function editSteps(
  before: Steps,
  { kind, position }: Extract<Command, { position: number }>,
  newStep: () => Steps[number],
): Steps {
  const start = position % before.length;
  if (kind === 'remove') return before.length > 1 ? before.toSpliced(start, 1) : before;
  if (kind === 'add') return before.length < 5 ? before.toSpliced(start, 0, newStep()) : before;
  if (kind === 'swap') return [...before.slice(start), ...before.slice(0, start)];
  return before.map((current, index) =>
    index === start ? { ...current, subject: `${current.subject}, outra vez` } : current,
  );
}
