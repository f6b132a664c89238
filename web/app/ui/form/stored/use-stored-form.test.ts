import { createFormControl } from 'react-hook-form';
import { expect, test } from 'vitest';
import { followReading } from './use-stored-form.ts';

const first = { version: 1, title: 'Honda Biz' };
const ofAnother = { version: 2, title: 'Honda Pop' };
const fieldsOf = ({ title }: typeof first) => ({ title });
const newForm = (title: string) => {
  const form = createFormControl({ defaultValues: fieldsOf(first) });
  // Without it the form counts as not yet shown.
  form.reset(fieldsOf(first));
  form.setValue('title', title);
  return form;
};

test('a form with unsaved input keeps it and the version that it was filled with', () => {
  const form = newForm('Honda Biz 2027');
  const reading = { current: { stored: ofAnother, shown: first, base: null } };
  followReading(form, fieldsOf, reading, true);
  expect(form.getValues()).toEqual({ title: 'Honda Biz 2027' });
  expect(reading.current.shown.version).toBe(1);
});

test('a form without unsaved input shows what another tab stored, with its version', () => {
  const form = newForm(first.title);
  const reading = { current: { stored: ofAnother, shown: first, base: null } };
  followReading(form, fieldsOf, reading, false);
  expect(form.getValues()).toEqual({ title: 'Honda Pop' });
  expect(reading.current.shown.version).toBe(2);
});

test('after a conflict a form shows what another tab stored, under the unsaved input', () => {
  const two = { ...first, text: 'Azul' };
  const ofBoth = (rifa: typeof two) => ({ title: rifa.title, text: rifa.text });
  const form = createFormControl({ defaultValues: ofBoth(two) });
  form.reset(ofBoth(two));
  form.setValue('title', 'Honda Biz 2027');
  const stored = { version: 2, title: 'Honda Biz', text: 'Vermelha' };
  const reading = { current: { stored, shown: two, base: ofBoth(two) } };
  followReading(form, ofBoth, reading, true);
  expect(form.getValues()).toEqual({ title: 'Honda Biz 2027', text: 'Vermelha' });
  expect(reading.current.shown.version).toBe(2);
});

test('after its own save a form has the new version, and what was typed meanwhile', () => {
  const form = newForm('Honda Biz 2027, azul');
  const stored = { version: 2, title: 'Honda Biz 2027' };
  const reading = { current: { stored, shown: first, base: fieldsOf(stored) } };
  followReading(form, fieldsOf, reading, true);
  expect(form.getValues()).toEqual({ title: 'Honda Biz 2027, azul' });
  expect(reading.current).toEqual({ stored, shown: stored, base: null });
});
