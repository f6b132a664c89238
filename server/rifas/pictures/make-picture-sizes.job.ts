/** Encodes every size of a new picture in advance. */
import { PICTURE_FORMATS, PICTURE_WIDTHS } from '@mare/domain/rifas/picture.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { makePictureSize } from './make-picture-size.ts';

export const makePictureSizesJob = defineJob(
  'make-picture-sizes',
  {},
  async ({ db }: Pick<Platform, 'db'>, { pictureId }: { pictureId: string }) => {
    for (const format of PICTURE_FORMATS)
      for (const width of PICTURE_WIDTHS) await makePictureSize(db, pictureId, width, format);
  },
);
