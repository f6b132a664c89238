import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contestedFields, DraftSaver, mergeEdits } from './draft-saver.ts';

const CONFLICT = new Error('conflict');

/** A stored draft with two parts, as the server keeps it. */
function storedDraft() {
  const server = { version: 1, rifa: { title: '' }, terms: { price: 0 } };
  const typed = { rifa: { title: '' }, terms: { price: 0 } };
  const save = (name: 'rifa' | 'terms') => (version: number, value: object) => {
    if (version !== server.version) return Promise.reject(CONFLICT);
    Object.assign(server, { [name]: value });
    server.version += 1;
    return Promise.resolve(server.version);
  };
  const part = (name: 'rifa' | 'terms') => ({
    stored: typed[name],
    read: () => ({ value: { ...typed[name] } }),
    save: save(name),
  });
  const saver = new DraftSaver({
    version: 1,
    parts: { rifa: part('rifa'), terms: part('terms') },
    isConflict: (error) => error === CONFLICT,
    now: () => new Date(0),
  });
  return { server, typed, saver };
}

test('stores each part with the version returned for the previous one', async () => {
  const { server, typed, saver } = storedDraft();
  typed.rifa = { title: 'Moto' };
  typed.terms = { price: 50 };
  expect(await saver.save()).toBe(true);
  expect(server).toEqual({ version: 3, rifa: { title: 'Moto' }, terms: { price: 50 } });
  expect(saver.state()).toEqual({ kind: 'saved', at: new Date(0) });
});

test('saves input entered during a save', async () => {
  const { server, typed, saver } = storedDraft();
  typed.rifa = { title: 'Mo' };
  const saving = saver.save();
  typed.rifa = { title: 'Moto' };
  expect(await saving).toBe(true);
  expect(server.rifa).toEqual({ title: 'Moto' });
});

test('never overwrites another save', async () => {
  const { server, typed, saver } = storedDraft();
  server.version = 7;
  server.rifa = { title: 'Carro' };
  typed.rifa = { title: 'Moto' };
  expect(await saver.save()).toBe(false);
  expect(saver.state()).toEqual({ kind: 'conflict' });
  typed.rifa = { title: 'Moto nova' };
  saver.noticeInput();
  expect(await saver.save()).toBe(false);
  expect(server).toEqual({ version: 7, rifa: { title: 'Carro' }, terms: { price: 0 } });
});

test('shows why a part cannot be stored, and stores the others', async () => {
  const { server, typed } = storedDraft();
  const saver = new DraftSaver({
    version: 1,
    parts: {
      rifa: { stored: {}, read: () => ({ problem: 'o preço' }), save: () => Promise.reject(CONFLICT) },
      terms: {
        stored: typed.terms,
        read: () => ({ value: { price: 9 } }),
        save: (version, value) => {
          Object.assign(server, { terms: value, version: version + 1 });
          return Promise.resolve(version + 1);
        },
      },
    },
    isConflict: () => false,
    now: () => new Date(0),
  });
  expect(await saver.save()).toBe(false);
  expect(server.terms).toEqual({ price: 9 });
  expect(saver.state()).toEqual({ kind: 'invalid', problem: 'o preço' });
});

test('retries after a failure', async () => {
  let isOnline = false;
  const saver = new DraftSaver({
    version: 1,
    parts: {
      rifa: {
        stored: { title: '' },
        read: () => ({ value: { title: 'Moto' } }),
        save: (version) => (isOnline ? Promise.resolve(version + 1) : Promise.reject(new Error('offline'))),
      },
    },
    isConflict: () => false,
    now: () => new Date(0),
  });
  expect(await saver.save()).toBe(false);
  expect(saver.state().kind).toBe('failed');
  isOnline = true;
  expect(await saver.save()).toBe(true);
});

const step = fc.oneof(
  fc.record({ title: fc.string({ maxLength: 3 }) }),
  fc.record({ price: fc.nat(9) }),
  fc.constant('save' as const),
  fc.record({ another: fc.string({ maxLength: 3 }) }),
);

test('loses nothing in any sequence of input, saves and saves by others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { server, typed, saver } = storedDraft();
      let byOthers: string | null = null;
      for (const next of steps) {
        if (next === 'save') void saver.save();
        else if ('title' in next) typed.rifa = next;
        else if ('price' in next) typed.terms = next;
        else {
          await saver.save();
          server.rifa = { title: next.another };
          server.version += 1;
          byOthers = next.another;
        }
        saver.noticeInput();
      }
      const isStored = await saver.save();
      expect(isStored).toBe(!saver.isDirty());
      // Changes by others and typed values survive, and a difference is never reported as saved.
      expect(server.rifa).toEqual(byOthers === null ? typed.rifa : { title: byOthers });
      expect(saver.state().kind === 'saved' && !isStored).toBe(false);
    }),
  );
});

test('keeps fields changed only by others when it reapplies edits', () => {
  const stored = { title: 'Moto', price: 50, cities: ['Maceió'] };
  const typed = { title: 'Moto azul', price: 50, cities: ['Pilar'] };
  const storedElsewhere = { title: 'Moto', price: 80, cities: ['Marechal'] };
  expect(mergeEdits({ stored, typed }, storedElsewhere)).toEqual({
    title: 'Moto azul',
    price: 80,
    cities: ['Pilar'],
  });
  expect(contestedFields({ stored, typed }, storedElsewhere)).toEqual(['cities']);
});
