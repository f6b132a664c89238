/** Dates typed as DD/MM/AAAA. Ambiguous dates are invalid. */
import type { MaskitoOptions } from '@maskito/core';

const TYPED = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const SEPARATOR = /^[/. -]$/;

/** @returns ISO date; null unless the text is a day of the calendar with a year of four digits */
export function readTypedDate(text: string): string | null {
  const [, day = '', month = '', year = ''] = TYPED.exec(text.trim()) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // Date.parse moves 31 April to 1 May.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso ? null : iso;
}

/** '04/11/1992'. @param iso ISO date; empty for none */
export const typedDate = (iso: string) => iso.split('-').toReversed().join('/');

/** Inserts the slashes while typing. Accepts pasted and autofilled dates, '4/11/1992' and '1992-11-04', too. */
export const dateMask: MaskitoOptions = {
  mask: Array.from('00/00/0000', (char) => (char === '0' ? /\d/ : char)),
  preprocessors: [
    ({ elementState, data }) => ({ elementState, data: inFull(data) }),
    ({ elementState, data }) => {
      const value = inFull(elementState.value);
      if (value !== elementState.value)
        return { elementState: { value, selection: [value.length, value.length] }, data };
      // '4/' is the fourth, not the start of the forties.
      if (!SEPARATOR.test(data) || !/(?:^|\/)\d$/.test(value)) return { elementState, data };
      const padded = value.replace(/\d$/, '0$&');
      return { elementState: { value: padded, selection: [padded.length, padded.length] }, data: '/' };
    },
  ],
};

function inFull(text: string): string {
  if (ISO.test(text)) return typedDate(text);
  const [, day, month, year] = TYPED.exec(text) ?? [];
  return day && month && year ? `${day.padStart(2, '0')}/${month.padStart(2, '0')}/${year}` : text;
}
