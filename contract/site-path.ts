import { z } from 'zod';
import { SITE_PATH } from '@mare/domain/site-path.ts';

export const sitePath = (maxLength: number) => z.string().max(maxLength).regex(SITE_PATH);
