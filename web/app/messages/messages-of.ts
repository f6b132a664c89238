import type { z } from 'zod';
import type { apiErrors, ErrorCode } from '@mare/contract/errors.ts';

/** Data of an error; undefined if it has none. */
export type DataOf<Code extends ErrorCode> = (typeof apiErrors)[Code] extends {
  data: infer Schema extends z.ZodType;
}
  ? z.infer<Schema>
  : undefined;

/** One text per error code: a missing one is a type error. */
export type MessagesOf<Code extends ErrorCode> = {
  [Each in Code]: string | ((data: DataOf<Each>) => string);
};
