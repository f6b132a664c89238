/** Makes every size of a stored picture before the first visitor wants it. */
import { PICTURE_FORMATS, PICTURE_WIDTHS } from '@mare/domain/rifas/picture.ts';
import type { JobDefinition } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { makePictureSize } from './make-picture-size.ts';

export const MAKE_PICTURE_SIZES = 'make-picture-sizes';

export function makePictureSizesJob({ db }: Pick<Platform, 'db'>): JobDefinition<{ pictureId: string }> {
  return {
    name: MAKE_PICTURE_SIZES,
    async handle({ pictureId }) {
      for (const format of PICTURE_FORMATS)
        for (const width of PICTURE_WIDTHS) await makePictureSize(db, pictureId, width, format);
    },
  };
}
