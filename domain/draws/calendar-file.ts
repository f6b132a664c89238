/** Calendar file of draws (RFC 5545). */

interface CalendarEvent {
  /** Stable, so that a second import replaces the event. */
  uid: string;
  title: string;
  description: string;
  url: string;
  start: Date;
}

const DURATION = 'PT1H';
/** Reminder before the start. */
const REMINDER = '-PT1H';
/** Maximum of a line in octets, without the line break. */
const LINE_OCTETS = 75;

/** Text of an .ics file. Events with the same uid are one. */
export function calendarFile(events: readonly CalendarEvent[], now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mare da Sorte//Sorteios//PT',
    ...[...new Map(events.map((event) => [event.uid, event])).values()].flatMap(
      ({ uid, title, description, url, start }) => [
        'BEGIN:VEVENT',
        `UID:${uid}`,
        `DTSTAMP:${utc(now)}`,
        `DTSTART:${utc(start)}`,
        `DURATION:${DURATION}`,
        `SUMMARY:${escapeText(title)}`,
        `DESCRIPTION:${escapeText(description)}`,
        `URL:${url}`,
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        `DESCRIPTION:${escapeText(title)}`,
        `TRIGGER:${REMINDER}`,
        'END:VALARM',
        'END:VEVENT',
      ],
    ),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function utc(date: Date): string {
  return `${date
    .toISOString()
    .replaceAll(/[-:]/g, '')
    .replace(/\.\d+Z$/, '')}Z`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`);
}

/** Continues a long line in the next one, after a space, without splitting a character. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
