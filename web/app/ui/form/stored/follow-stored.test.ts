import { createFormControl } from 'react-hook-form';
import { expect, test } from 'vitest';
import { fillForm } from './fill-form.ts';
import { followStored, keepTyped } from './follow-stored.ts';

const filled = { title: 'Honda Biz', places: ['Maceió'] };
const ofAnother = { title: 'Honda Pop', places: ['Maceió', 'Pilar'] };
const typed = { title: 'Honda Biz 2027', places: ['Maceió'] };

test('keeps unsaved input over the former values', () => {
  expect(followStored({ filled, stored: ofAnother, typed, isDirty: true, base: null })).toBeNull();
});

test('follows the stored values without unsaved input', () => {
  expect(followStored({ filled, stored: ofAnother, typed: filled, isDirty: false, base: null })).toBe(
    ofAnother,
  );
});

test('keeps unsaved input over a new version of the same values', () => {
  expect(followStored({ filled, stored: { ...filled }, typed, isDirty: true, base: null })).toBe(typed);
});

test('shows what a save stored, without what the server changed in it', () => {
  const stored = { ...typed, places: ['Maceió', 'Pilar'] };
  expect(followStored({ filled, stored, typed, isDirty: true, base: typed })).toEqual(stored);
});

test('keeps what was typed between a save and its answer', () => {
  const since = { ...typed, title: 'Honda Biz 2027, azul' };
  const stored = { ...typed, places: ['Pilar'] };
  expect(followStored({ filled, stored, typed: since, isDirty: true, base: typed })).toEqual({
    title: 'Honda Biz 2027, azul',
    places: ['Pilar'],
  });
});

test('gives rows their stored ids, also those that were typed in since the save', () => {
  const row = { id: null as string | null, subject: 'Oi' };
  expect(
    keepTyped(
      [row, row],
      [row, { ...row, subject: 'Olá' }],
      [
        { ...row, id: 'a' },
        { ...row, id: 'b' },
      ],
    ),
  ).toEqual([
    { id: 'a', subject: 'Oi' },
    { id: 'b', subject: 'Olá' },
  ]);
  expect(keepTyped([row], [row, row], [{ ...row, id: 'a' }])).toEqual([row, row]);
});

test('fills a form, in which only what differs from the stored values is unsaved', () => {
  const form = createFormControl({ defaultValues: filled });
  let isDirty: boolean | undefined;
  form.subscribe({ formState: { isDirty: true }, callback: (state) => (isDirty = state.isDirty) });
  fillForm(form, ofAnother, ofAnother);
  expect(form.getValues()).toEqual(ofAnother);
  expect(isDirty).toBe(false);
  fillForm(form, ofAnother, { ...ofAnother, title: 'Honda Biz' });
  expect(form.getValues()).toEqual({ ...ofAnother, title: 'Honda Biz' });
  expect(isDirty).toBe(true);
});
